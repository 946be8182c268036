/**
 * Holds at most `capacity` values, so that a long-lived process does not grow; the last half of them used are never
 * dropped. Two generations instead of one list in order of use: a hit costs one lookup, and dropping costs nothing.
 */
export class RecentCache<Key, Value> {
  readonly #generationSize: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(capacity: number) {
    this.#generationSize = capacity / 2
  }

  find(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.keep(key, old)
    return old
  }

  keep(key: Key, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#generationSize) return
    this.#old = this.#young
    this.#young = new Map()
  }
}
