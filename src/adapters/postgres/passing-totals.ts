import type { MemoryFilter } from '../../ports/memory-store.js'
import type { MemoryCondition } from './filter-sql.js'
import { Parameters } from './parameters.js'
import type { Sql } from './sql.js'

/** Filters whose totals are kept: those of one agent at work are few. */
const remembered = 100

/** How many memories pass a filter, exactly. Counted once per filter and change: the next recall mostly asks the same. */
export class PassingTotals {
  #seq = -1
  #totals = new Map<string, number>()

  forget(): void {
    this.#seq = -1
  }

  /** Within a snapshot whose newest change is `seq`. */
  async count(sql: Sql, seq: number, filter: MemoryFilter, condition: MemoryCondition): Promise<number> {
    const key = JSON.stringify(filter)
    const known = seq === this.#seq ? this.#totals.get(key) : undefined
    if (known !== undefined) return known
    const counted = await countPassing(sql, condition)
    // A snapshot that began earlier may be answered later.
    if (seq > this.#seq || this.#totals.size >= remembered) this.#totals = new Map()
    if (seq >= this.#seq) this.#totals.set(key, counted)
    this.#seq = Math.max(seq, this.#seq)
    return counted
  }
}

export async function countPassing(sql: Sql, condition: MemoryCondition): Promise<number> {
  const parameters = new Parameters()
  const text = `SELECT count(*) AS total FROM memories WHERE memories.tenant_id = $1 AND ${condition(parameters)}`
  const counted = await sql.find<{ total: number }>(text, ...parameters.values)
  return counted?.total ?? 0
}
