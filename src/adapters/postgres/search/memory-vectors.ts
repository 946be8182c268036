import type { MemoryVectors } from '../../../memory/recall/ranking/newer-first.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { KnownModel } from './collection-statistics.js'
import { vectorsById } from './nearest-finder.js'
import { fromHalfvec } from './vector-sql.js'

// A zero vector, of a text without known words, has no direction to compare.
const selectAnswerVectors = prepared(
  'answer vectors',
  `SELECT memories.id, vectors.components::text AS components
   FROM memories JOIN answer_vectors AS vectors
     ON vectors.tenant_id = $1 AND vectors.model = $3 AND vectors.row = memories.row
   WHERE memories.tenant_id = $1 AND memories.id = ANY ($2::text[]) AND vectors.square > 0
   ORDER BY vectors.row, vectors.place`,
)

/** The vectors of these memories' texts, and of the questions that they answer (REC16). */
export async function readMemoryVectors(
  sql: Sql,
  ids: readonly string[],
  model: KnownModel | undefined,
): Promise<MemoryVectors[]> {
  if (model === undefined) return ids.map(() => ({ text: null, answers: [] }))
  const [texts, found] = await Promise.all([
    vectorsById(sql, ids, model.id),
    sql.all<{ id: string; components: string }>(selectAnswerVectors, ids, model.id),
  ])
  const answers = new Map<string, Int8Array[]>(ids.map((id) => [id, []]))
  for (const { id, components } of found) answers.get(id)?.push(fromHalfvec(components))
  return ids.map((id) => ({ text: texts.get(id)?.vector ?? null, answers: answers.get(id) ?? [] }))
}
