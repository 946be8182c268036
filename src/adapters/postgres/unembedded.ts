import { prepared, type Sql } from './sql.js'

interface Missing {
  readonly id: string
  readonly text: string
}

const missingBehind = prepared(
  'unembedded',
  `SELECT id, text FROM memories WHERE tenant_id = $1 AND row > $3 AND NOT EXISTS (
     SELECT 1 FROM vectors JOIN models ON models.tenant_id = $1 AND models.id = vectors.model
     WHERE vectors.tenant_id = $1 AND models.identity = $2 AND vectors.row = memories.row
   ) ORDER BY row LIMIT $4`,
)
const lastRow = prepared('last row', 'SELECT row FROM totals WHERE tenant_id = $1')

/** What a model has not embedded yet. What once was stays so: only what is written later is looked through again. */
export class Unembedded {
  readonly #doneTo = new Map<string, number>()

  /** Within a snapshot; oldest first. */
  async find(sql: Sql, model: string, limit: number): Promise<Missing[]> {
    const [missing, last] = await Promise.all([
      sql.all<Missing>(missingBehind, model, this.#doneTo.get(model) ?? 0, limit),
      sql.find<{ row: number }>(lastRow),
    ])
    if (missing.length === 0 && limit > 0) this.#doneTo.set(model, last?.row ?? 0)
    return missing
  }
}
