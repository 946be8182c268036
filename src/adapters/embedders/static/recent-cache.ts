/**
 * Holds at most `capacity` values; the most recently used half is never dropped. It has two generations instead of a list
 * in order of use: a hit costs one lookup, and dropping costs nothing (`npm run bench:import`).
 */
export class RecentCache<Key, Value> {
  readonly #generationSize: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(capacity: number) {
    this.#generationSize = capacity / 2
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#generationSize) return
    this.#old = this.#young
    this.#young = new Map()
  }
}
