import type { MemoryFilter } from '../../ports/memory-store.js'
import { changeCode } from '../relational/codes.js'
import type { MemoryCondition } from './filter-sql.js'
import { Parameters } from './parameters.js'
import { prepared, type Sql } from './sql.js'

/** Where a snapshot stands: its newest change and its newest memory. */
export interface Newest {
  readonly seq: number
  readonly row: number
}

interface KnownTotal extends Newest {
  readonly total: number
}

/** Filters whose totals are kept: those of one agent at work are few. */
const remembered = 100

const selectNewest = prepared('newest seq and row', 'SELECT seq, row FROM totals WHERE tenant_id = $1')

const othersSince = prepared(
  'others than added since',
  `SELECT EXISTS (SELECT 1 FROM changes WHERE tenant_id = $1 AND seq > $2
     AND what IN (${changeCode.toCode('changed')}, ${changeCode.toCode('erased')})) AS found`,
)

/**
 * How many memories pass a filter, exactly. All are counted once per filter; then, as long as nothing is changed or
 * erased, only what was added: rows are numbered in the order of writing.
 */
export class PassingTotals {
  #known = new Map<string, KnownTotal>()

  forget(): void {
    this.#known = new Map()
  }

  async newest(sql: Sql): Promise<Newest> {
    return (await sql.find<Newest>(selectNewest)) ?? { seq: 0, row: 0 }
  }

  /** Within a snapshot that stands there. */
  async count(sql: Sql, newest: Newest, filter: MemoryFilter, condition: MemoryCondition): Promise<number> {
    const key = JSON.stringify(filter)
    const known = this.#known.get(key)
    if (known?.seq === newest.seq) return known.total
    const total = await this.#countSince(sql, known, newest, condition)
    if (this.#known.size >= remembered) this.forget()
    this.#known.set(key, { ...newest, total })
    return total
  }

  async #countSince(
    sql: Sql,
    known: KnownTotal | undefined,
    newest: Newest,
    condition: MemoryCondition,
  ): Promise<number> {
    // A snapshot that began earlier may be asked about later.
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
