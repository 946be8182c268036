import type { UnembeddedAnswers } from '../../../ports/store/read.js'
import { toUnembeddedAnswers } from '../../relational/unembedded-answers.js'
import { prepared, type Sql } from '../connection/sql.js'
import { findModel } from '../search/collection-statistics.js'

const missing = prepared(
  'unembedded answers',
  `SELECT memories.id, memories.version, memories.facets FROM (
     SELECT row FROM answers WHERE tenant_id = $1 AND model <> $2 AND NOT EXISTS (
       SELECT 1 FROM answer_vectors AS vectors
       WHERE vectors.tenant_id = $1 AND vectors.model = $2 AND vectors.row = answers.row)
     ORDER BY row LIMIT $3
   ) AS answers JOIN memories ON memories.tenant_id = $1 AND memories.row = answers.row ORDER BY memories.row`,
)
/** No model has this id; answers without vectors have it. */
const noModel = -1

export async function findUnembeddedAnswers(sql: Sql, model: string, limit: number): Promise<UnembeddedAnswers[]> {
  const known = await findModel(sql, model)
  const found = await sql.all<Parameters<typeof toUnembeddedAnswers>[0]>(missing, known?.id ?? noModel, limit)
  return found.map(toUnembeddedAnswers)
}
