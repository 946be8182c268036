import { findModel, type KnownModel } from './collection.js'
import type { Database } from './database.js'
import { oneByOne, prepared, type Sql } from './sql.js'

interface Missing {
  readonly id: string
  readonly text: string
}

const missingWithin = prepared(
  'unembedded',
  `SELECT id, text FROM memories WHERE tenant_id = $1 AND row > $3 AND row <= $4 AND NOT EXISTS (
     SELECT 1 FROM vectors WHERE vectors.tenant_id = $1 AND vectors.model = $2 AND vectors.row = memories.row ${oneByOne}
   ) ORDER BY row LIMIT $5`,
)
const lastRow = prepared('last row', 'SELECT row FROM totals WHERE tenant_id = $1')
// Counted, not compared: a tenth of the time, and mostly that is all there is to find out.
const hasAll = prepared(
  'has all vectors',
  `SELECT (SELECT count(*) FROM memories WHERE tenant_id = $1)
     = (SELECT count(*) FROM vectors WHERE tenant_id = $1 AND model = $2) AS whole`,
)

/**
 * Rows at a time. Whoever looks through millions at once keeps the server from clearing up behind those who write: what
 * is written again and again, such as the terms, becomes slower and slower.
 */
const portion = 10_000
/** What no model has. */
const nobody = 0

/** What a model has not embedded yet. What once was stays so: only what is written later is looked through again. */
export class Unembedded {
  readonly #database: Pick<Database, 'snapshot'>
  readonly #doneTo = new Map<string, number>()

  constructor(database: Pick<Database, 'snapshot'>) {
    this.#database = database
  }

  /** Oldest first; none once it is given up. */
  async find(model: string, limit: number, signal?: AbortSignal): Promise<readonly Missing[]> {
    if (limit === 0) return []
    while (!signal?.aborted) {
      const missing = await this.#database.snapshot((sql) => this.#lookOn(sql, model, limit))
      if (missing !== undefined) return missing
    }
    return []
  }

  /** Undefined when there is more to look through. */
  async #lookOn(sql: Sql, model: string, limit: number): Promise<readonly Missing[] | undefined> {
    const [known, totals] = await Promise.all([findModel(sql, model), sql.find<{ row: number }>(lastRow)])
    const last = totals?.row ?? 0
    const from = this.#doneTo.get(model) ?? (await startOf(sql, known, last))
    const to = Math.min(from + portion, last)
    const missing = from >= to ? [] : await sql.all<Missing>(missingWithin, known?.id ?? nobody, from, to, limit)
    this.#doneTo.set(model, missing.length > 0 ? from : to)
    return missing.length === 0 && to < last ? undefined : missing
  }
}

/** Behind the last row, where a count says that each has its vector. */
async function startOf(sql: Sql, known: KnownModel | undefined, last: number): Promise<number> {
  if (known === undefined || last <= portion) return 0
  const counted = await sql.find<{ whole: boolean }>(hasAll, known.id)
  return counted?.whole ? last : 0
}
