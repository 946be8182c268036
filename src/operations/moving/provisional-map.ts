/** What is set counts at once, and is kept or taken back as a whole when it is known whether the batch went in. */
export class ProvisionalMap<Value> {
  readonly #kept = new Map<string, Value>()
  readonly #fresh = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#fresh.get(key) ?? this.#kept.get(key)
  }

  set(key: string, value: Value): void {
    this.#fresh.set(key, value)
  }

  /** With a bound, all of what was kept before goes when there is more of it. */
  keep(most = Number.POSITIVE_INFINITY): void {
    if (this.#kept.size > most) this.forget()
    for (const [key, value] of this.#fresh) this.#kept.set(key, value)
    this.#fresh.clear()
  }

  takeBack(): void {
    this.#fresh.clear()
  }

  forget(): void {
    this.#kept.clear()
  }
}
