import type { MemoryFilter } from '../../../ports/store/filter.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'
import { filterRows, type PassingRows } from './row-filter.js'

const maxFilters = 4

/** Caches the rows that pass a filter until the next change: a recall applies its filter twice, and the next recall mostly the same. */
export class FilterCache {
  readonly #cache: MemoryCache
  readonly #sql: Statements
  #seq = -1
  #recent = new Map<string, PassingRows>()

  constructor(cache: MemoryCache, sql: Statements) {
    this.#cache = cache
    this.#sql = sql
  }

  clear(): void {
    this.#seq = -1
  }

  /** Call it within a snapshot, after refreshing the cache in it. */
  passing(filter: MemoryFilter): PassingRows {
    const { seq, columns } = this.#cache
    if (seq !== this.#seq || this.#recent.size > maxFilters) {
      this.#seq = seq
      this.#recent = new Map()
    }
    const key = JSON.stringify(filter)
    const known = this.#recent.get(key) ?? filterRows(filter, columns, this.#sql)
    this.#recent.set(key, known)
    return known
  }
}
