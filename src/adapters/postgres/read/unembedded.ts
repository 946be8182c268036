import type { Database } from '../connection/database.js'
import { optimizationFence, prepared, type Sql } from '../connection/sql.js'
import { findModel, type KnownModel } from '../search/collection-statistics.js'

interface Missing {
  readonly id: string
  readonly text: string
}

const missingWithin = prepared(
  'unembedded',
  `SELECT id, text FROM memories WHERE tenant_id = $1 AND row > $3 AND row <= $4 AND NOT EXISTS (
     SELECT 1 FROM vectors WHERE vectors.tenant_id = $1 AND vectors.model = $2 AND vectors.row = memories.row ${optimizationFence}
   ) ORDER BY row LIMIT $5`,
)
const lastRow = prepared('last row', 'SELECT row FROM totals WHERE tenant_id = $1')
// Comparing counts takes a tenth of the time of comparing rows, and is usually enough.
const hasAll = prepared(
  'has all vectors',
  `SELECT (SELECT count(*) FROM memories WHERE tenant_id = $1)
     = (SELECT count(*) FROM vectors WHERE tenant_id = $1 AND model = $2) AS complete`,
)

/**
 * Rows per query. A snapshot that scans millions of rows would block vacuuming, and tables that are updated all the
 * time, such as `terms`, would become slower and slower.
 */
const rowsPerQuery = 10_000
/** No model has this id. */
const noModel = 0

/** Finds memories that a model has not embedded. Embedded rows stay embedded, so each search continues after them. */
export class Unembedded {
  readonly #database: Pick<Database, 'snapshot'>
  readonly #doneTo = new Map<string, number>()

  constructor(database: Pick<Database, 'snapshot'>) {
    this.#database = database
  }

  /** Oldest first; empty after an abort. */
  async find(model: string, limit: number, signal?: AbortSignal): Promise<readonly Missing[]> {
    if (limit === 0) return []
    while (!signal?.aborted) {
      const missing = await this.#database.snapshot((sql) => this.#findNext(sql, model, limit))
      if (missing !== undefined) return missing
    }
    return []
  }

  /** Undefined if nothing was found yet and rows are left to search. */
  async #findNext(sql: Sql, model: string, limit: number): Promise<readonly Missing[] | undefined> {
    const [known, totals] = await Promise.all([findModel(sql, model), sql.find<{ row: number }>(lastRow)])
    const last = totals?.row ?? 0
    const from = this.#doneTo.get(model) ?? (await startOf(sql, known, last))
    const to = Math.min(from + rowsPerQuery, last)
    const missing = from >= to ? [] : await sql.all<Missing>(missingWithin, known?.id ?? noModel, from, to, limit)
    this.#doneTo.set(model, missing.length > 0 ? from : to)
    return missing.length === 0 && to < last ? undefined : missing
  }
}

/** Skips to the last row if the counts show that every memory has a vector. */
async function startOf(sql: Sql, known: KnownModel | undefined, last: number): Promise<number> {
  if (known === undefined || last <= rowsPerQuery) return 0
  const counted = await sql.find<{ complete: boolean }>(hasAll, known.id)
  return counted?.complete ? last : 0
}
