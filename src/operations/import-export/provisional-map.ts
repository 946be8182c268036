/**
 * A map whose new entries count at once: first as part of the batch being planned, then of the one being written, of
 * which there is at most one. When that write succeeds its entries are confirmed; when it fails they are rolled back,
 * together with those planned since.
 */
export class ProvisionalMap<Value> {
  readonly #confirmed = new Map<string, Value>()
  #sent = new Map<string, Value>()
  #planned = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#planned.get(key) ?? this.#sent.get(key) ?? this.#confirmed.get(key)
  }

  set(key: string, value: Value): void {
    this.#planned.set(key, value)
  }

  /** The planned batch is being written; the one before has been confirmed, dropped or rolled back. */
  send(): void {
    this.#sent = this.#planned
    this.#planned = new Map()
  }

  /** Clears the entries confirmed before if there are more than `maxHeld`. */
  confirm(maxHeld = Number.POSITIVE_INFINITY): void {
    if (this.#confirmed.size > maxHeld) this.clear()
    for (const [key, value] of this.#sent) this.#confirmed.set(key, value)
    this.drop()
  }

  /** The batch is stored: from now on the store has its entries. */
  drop(): void {
    this.#sent = new Map()
  }

  rollBack(): void {
    this.#planned = new Map()
    this.drop()
  }

  clear(): void {
    this.#confirmed.clear()
  }
}
