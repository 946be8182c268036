const maxCalls = 200

/** Tool calls without a result yet. The oldest are dropped, because some never get one. */
export class PendingCalls {
  readonly #calls = new Map<string, () => string>()

  add(id: string, call: () => string): void {
    this.#calls.set(id, call)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > maxCalls && oldest !== undefined) this.#calls.delete(oldest)
  }

  take(id: string): (() => string) | undefined {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    return call
  }
}
