import type { NearestRequest, NearMemory } from '../../ports/memory-store.js'
import { BestRows } from './best-rows.js'
import { type Connection, inSnapshot } from './connection.js'
import type { MemoryCache } from './memory-cache.js'
import type { RecentFilters } from './recent-filters.js'
import type { Statements } from './statements.js'

/** Compares memories with memories, exactly: a scan for each. */
export class NearestFinder {
  readonly #connection: Connection
  readonly #sql: Statements
  readonly #cache: MemoryCache
  readonly #filters: RecentFilters

  constructor(connection: Connection, sql: Statements, cache: MemoryCache, filters: RecentFilters) {
    this.#connection = connection
    this.#sql = sql
    this.#cache = cache
    this.#filters = filters
  }

  nearest({ to, model, filter, most, minCosine }: NearestRequest): NearMemory[][] {
    return inSnapshot(this.#connection, () => {
      this.#cache.refresh()
      const { columns } = this.#cache
      const { passes } = this.#filters.passing(filter)
      const vectors = this.#cache.vectorsOf(model)
      return to.map((each) => {
        const own = typeof each === 'string' ? this.#rowOf(each) : 0
        if (vectors === undefined || own === undefined || (own > 0 && !vectors.hasDirection(own))) return []
        const cosines = vectors.cosines(typeof each === 'string' ? vectors.row(own) : each, columns.end)
        const best = new BestRows(most)
        for (let row = 1; row < columns.end; row++) {
          const isNear = cosines[row] >= minCosine && passes[row] === 1 && row !== own
          // What has no vector is at no distance, also not at that of a right angle.
          if (isNear && vectors.hasDirection(row)) best.offer(row, cosines[row])
        }
        return best.bestFirst().map((row) => ({ id: columns.ids[row], cosine: cosines[row] }))
      })
    })
  }

  vectors(ids: readonly string[], model: string): (Int8Array | undefined)[] {
    return inSnapshot(this.#connection, () => {
      this.#cache.refresh()
      const vectors = this.#cache.vectorsOf(model)
      return ids.map((id) => {
        const row = this.#rowOf(id)
        // A copy: the row is a view of memory that this thread shares with nobody.
        return row !== undefined && vectors?.hasDirection(row) ? vectors.row(row).slice() : undefined
      })
    })
  }

  #rowOf(id: string): number | undefined {
    return this.#sql.find<{ row: number }>('SELECT row FROM memories WHERE id = ?', id)?.row
  }
}
