import type { NearestRequest, NearMemory } from '../../../ports/store/search.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'
import type { FilterCache } from './filter-cache.js'
import { TopRows } from './top-rows.js'

/** Finds the nearest memories by an exact scan for each request. */
export class NearestFinder {
  readonly #sql: Statements
  readonly #cache: MemoryCache
  readonly #filters: FilterCache

  constructor(sql: Statements, cache: MemoryCache, filters: FilterCache) {
    this.#sql = sql
    this.#cache = cache
    this.#filters = filters
  }

  nearest({ to, model, filter, most, minCosine }: NearestRequest): NearMemory[][] {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      const { columns } = this.#cache
      const { passes } = this.#filters.passing(filter)
      const vectors = this.#cache.vectorsOf(model)
      return to.map((each) => {
        const own = typeof each === 'string' ? this.#rowOf(each) : 0
        if (vectors === undefined || own === undefined || (own > 0 && !vectors.hasDirection(own))) return []
        const cosines = vectors.cosines(typeof each === 'string' ? vectors.row(own) : each, columns.end)
        const best = new TopRows(most)
        for (let row = 1; row < columns.end; row++) {
          const isNear = cosines[row] >= minCosine && passes[row] === 1 && row !== own
          // A row without a vector has cosine 0, which may pass `minCosine`.
          if (isNear && vectors.hasDirection(row)) best.offer(row, cosines[row])
        }
        return best.bestFirst().map((row) => ({ id: columns.ids[row], cosine: cosines[row] }))
      })
    })
  }

  vectors(ids: readonly string[], model: string): (Int8Array | undefined)[] {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      const vectors = this.#cache.vectorsOf(model)
      return ids.map((id) => {
        const row = this.#rowOf(id)
        // A copy, since the row is a view of the matrix.
        return row !== undefined && vectors?.hasDirection(row) ? vectors.row(row).slice() : undefined
      })
    })
  }

  #rowOf(id: string): number | undefined {
    return this.#sql.find<{ row: number }>('SELECT row FROM memories WHERE id = ?', id)?.row
  }
}
