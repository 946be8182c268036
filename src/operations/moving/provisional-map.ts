/**
 * What is set counts at once: first for the batch that is being planned, then for the one that is on its way, of which
 * there is one at a time. It is kept, or taken back with all that was planned behind it, when it is known whether that
 * one went in.
 */
export class ProvisionalMap<Value> {
  readonly #kept = new Map<string, Value>()
  #sent = new Map<string, Value>()
  #planned = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#planned.get(key) ?? this.#sent.get(key) ?? this.#kept.get(key)
  }

  set(key: string, value: Value): void {
    this.#planned.set(key, value)
  }

  /** The batch is on its way; the one before has been kept, dropped or taken back. */
  send(): void {
    this.#sent = this.#planned
    this.#planned = new Map()
  }

  /** With a bound, all of what was kept before goes when there is more of it. */
  keep(most = Number.POSITIVE_INFINITY): void {
    if (this.#kept.size > most) this.forget()
    for (const [key, value] of this.#sent) this.#kept.set(key, value)
    this.drop()
  }

  /** The batch is there, and whoever wants to know asks the store. */
  drop(): void {
    this.#sent = new Map()
  }

  takeBack(): void {
    this.#planned = new Map()
    this.drop()
  }

  forget(): void {
    this.#kept.clear()
  }
}
