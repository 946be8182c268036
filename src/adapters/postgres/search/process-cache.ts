import type { StoreCondition, StoreLoad } from '../../../ports/store/maintain.js'
import type { Database } from '../connection/database.js'
import { readCondition, readLoad } from '../read/condition-reader.js'
import { KindCounts } from '../read/kind-counts.js'
import type { FilteredCountCache } from './filtered-count-cache.js'

/** The counts that a process caches between calls. It caches nothing to search in. */
export class ProcessCache {
  readonly #database: Pick<Database, 'snapshot' | 'waiting'>
  readonly #totals: FilteredCountCache
  readonly #kinds = new KindCounts()
  /** The number of memories at the first call; undefined before it. */
  #restored: number | undefined

  constructor(database: Pick<Database, 'snapshot' | 'waiting'>, totals: FilteredCountCache) {
    this.#database = database
    this.#totals = totals
  }

  async condition(model: string): Promise<StoreCondition> {
    const condition = await this.#database.snapshot((sql) => readCondition(sql, model))
    this.#restored ??= condition.memories
    return { ...condition, restoredMemories: this.#restored }
  }

  async load(): Promise<StoreLoad> {
    // Read before this call counts as waiting itself.
    const { waiting } = this.#database
    return { ...(await this.#database.snapshot((sql) => readLoad(sql, this.#kinds))), waiting }
  }

  /** GWT15: resets the caches, as after a restart. */
  async reload(): Promise<number> {
    this.#totals.clear()
    this.#kinds.clear()
    this.#restored = undefined
    const { cachedMemories } = await this.load()
    return cachedMemories
  }
}
