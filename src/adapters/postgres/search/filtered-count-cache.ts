import type { MemoryFilter } from '../../../ports/store/filter.js'
import { changeCode } from '../../relational/codes.js'
import { Parameters } from '../connection/parameters.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { MemoryCondition } from './filter-sql.js'

/** The newest change and the newest memory of a snapshot. */
export interface Newest {
  readonly seq: number
  readonly row: number
}

interface KnownTotal extends Newest {
  readonly total: number
}

/** An agent uses few different filters. */
const maxFilters = 100

const selectNewest = prepared('newest seq and row', 'SELECT seq, row FROM totals WHERE tenant_id = $1')

const othersSince = prepared(
  'others than added since',
  `SELECT EXISTS (SELECT 1 FROM changes WHERE tenant_id = $1 AND seq > $2
     AND what IN (${changeCode.toCode('changed')}, ${changeCode.toCode('erased')})) AS found`,
)

/**
 * Counts exactly how many memories pass a filter. The first count per filter reads all rows; later ones, while
 * nothing is changed or erased, only the added rows, which have higher numbers.
 */
export class FilteredCountCache {
  #known = new Map<string, KnownTotal>()

  clear(): void {
    this.#known = new Map()
  }

  async newest(sql: Sql): Promise<Newest> {
    return (await sql.find<Newest>(selectNewest)) ?? { seq: 0, row: 0 }
  }

  /** `newest` belongs to the snapshot of `sql`. */
  async count(sql: Sql, newest: Newest, filter: MemoryFilter, condition: MemoryCondition): Promise<number> {
    const key = JSON.stringify(filter)
    const known = this.#known.get(key)
    if (known?.seq === newest.seq) return known.total
    const total = await this.#countSince(sql, known, newest, condition)
    if (this.#known.size >= maxFilters) this.clear()
    this.#known.set(key, { ...newest, total })
    return total
  }

  async #countSince(
    sql: Sql,
    known: KnownTotal | undefined,
    newest: Newest,
    condition: MemoryCondition,
  ): Promise<number> {
    // An older snapshot may be queried after a newer one.
    if (known === undefined || known.seq > newest.seq) return countBehind(sql, condition, 0)
    const [others, added] = await Promise.all([
      sql.find<{ found: boolean }>(othersSince, known.seq),
      countBehind(sql, condition, known.row),
    ])
    return others?.found === false ? known.total + added : countBehind(sql, condition, 0)
  }
}

async function countBehind(sql: Sql, condition: MemoryCondition, row: number): Promise<number> {
  const parameters = new Parameters()
  const isBehind = row === 0 ? 'TRUE' : `memories.row > ${parameters.add(row)}::int`
  const text = `SELECT count(*) AS n FROM memories
    WHERE memories.tenant_id = $1 AND ${isBehind} AND ${condition(parameters)}`
  return (await sql.find<{ n: number }>(text, ...parameters.values))?.n ?? 0
}
