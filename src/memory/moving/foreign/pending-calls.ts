/** Calls of tools whose outcome is not known yet. Those that never get one are forgotten. */
export class PendingCalls {
  readonly #calls = new Map<string, () => string>()
  readonly #most: number

  constructor(most = 200) {
    this.#most = most
  }

  add(id: string, call: () => string): void {
    this.#calls.set(id, call)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > this.#most && oldest !== undefined) this.#calls.delete(oldest)
  }

  take(id: string): (() => string) | undefined {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    return call
  }
}
