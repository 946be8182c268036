import type { StoreCondition, StoreLoad } from '../../ports/memory-store.js'
import { readCondition, readLoad } from './condition-reader.js'
import type { Database } from './database.js'
import { KindCounts } from './kind-counts.js'
import type { PassingTotals } from './passing-totals.js'

/** What a process keeps between calls: counts, and nothing that it searches in. */
export class HeldInProcess {
  readonly #database: Pick<Database, 'snapshot' | 'waiting'>
  readonly #totals: PassingTotals
  readonly #kinds = new KindCounts()
  /** Memories that were there at the first look; undefined before it. */
  #restored: number | undefined

  constructor(database: Pick<Database, 'snapshot' | 'waiting'>, totals: PassingTotals) {
    this.#database = database
    this.#totals = totals
  }

  async condition(model: string): Promise<StoreCondition> {
    const condition = await this.#database.snapshot((sql) => readCondition(sql, model))
    this.#restored ??= condition.memories
    return { ...condition, restoredMemories: this.#restored }
  }

  async load(): Promise<StoreLoad> {
    // Before this call waits itself.
    const { waiting } = this.#database
    return { ...(await this.#database.snapshot((sql) => readLoad(sql, this.#kinds))), waiting }
  }

  /** GWT15: as if the process had just begun. */
  async reload(): Promise<number> {
    this.#totals.forget()
    this.#kinds.forget()
    this.#restored = undefined
    const { cachedMemories } = await this.load()
    return cachedMemories
  }
}
