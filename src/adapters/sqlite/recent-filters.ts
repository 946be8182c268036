import type { MemoryFilter } from '../../ports/memory-store.js'
import type { MemoryCache } from './memory-cache.js'
import { filterRows, type PassingRows } from './row-filter.js'
import type { Statements } from './statements.js'

const remembered = 4

/** A recall asks twice under one filter, and the next one mostly under the same: what passes is looked up once per change. */
export class RecentFilters {
  readonly #cache: MemoryCache
  readonly #sql: Statements
  #seq = -1
  #recent = new Map<string, PassingRows>()

  constructor(cache: MemoryCache, sql: Statements) {
    this.#cache = cache
    this.#sql = sql
  }

  forget(): void {
    this.#seq = -1
  }

  /** To be called within a snapshot, after the cache was refreshed in it. */
  passing(filter: MemoryFilter): PassingRows {
    const { seq, columns } = this.#cache
    if (seq !== this.#seq || this.#recent.size > remembered) {
      this.#seq = seq
      this.#recent = new Map()
    }
    const key = JSON.stringify(filter)
    const known = this.#recent.get(key) ?? filterRows(filter, columns, this.#sql)
    this.#recent.set(key, known)
    return known
  }
}
