import type { Candidate } from '../../memory/recall/candidates.js'
import type { CandidateRequest } from '../../ports/memory-store.js'
import { type CandidateRow, toCandidates } from './candidate-rows.js'
import type { Collection } from './collection.js'
import type { MemoryCondition } from './filter-sql.js'
import { Parameters } from './parameters.js'
import type { FoundRow } from './passing.js'
import type { Sql } from './sql.js'
import { negativeProduct, toHalfvec } from './vector-sql.js'

/** Which memories are to be candidates, and each one's place in its scene, as `chosen(row, place)`. */
type Choice = (parameters: Parameters, isPassing: string) => string

/** Places count only what passes (REC6). */
const inScene = 'PARTITION BY memories.scene ORDER BY memories.happened_at, memories.row'

/** All that passes. */
export const everything: Choice = (_, isPassing) => `
  chosen AS (
    SELECT memories.row, CASE WHEN memories.scene = 0 THEN 0 ELSE row_number() OVER (${inScene}) - 1 END AS place
    FROM memories WHERE memories.tenant_id = $1 AND ${isPassing}
  )`

/** These rows, and the nearest before and after each, in its scene, that pass. */
export const around =
  (found: readonly FoundRow[]): Choice =>
  (parameters, isPassing) =>
    `
  found AS MATERIALIZED (
    SELECT * FROM unnest(
      ${parameters.add(found.map(({ row }) => row))}::int[], ${parameters.add(found.map(({ scene }) => scene))}::int[]
    ) AS found(row, scene)
  ), members AS (
    SELECT memories.row, row_number() OVER scene - 1 AS place,
      found.row IS NOT NULL OR lag(found.row) OVER scene IS NOT NULL OR lead(found.row) OVER scene IS NOT NULL AS is_near
    FROM (SELECT DISTINCT scene FROM found WHERE scene > 0) AS scenes
    JOIN memories ON memories.tenant_id = $1 AND memories.scene = scenes.scene AND memories.scene > 0 AND ${isPassing}
    LEFT JOIN found ON found.row = memories.row
    WINDOW scene AS (${inScene})
  ), chosen AS (
    SELECT row, place FROM members WHERE is_near UNION ALL SELECT row, 0 FROM found WHERE scene = 0
  )`

/** The members of these scenes, but for rows that are candidates already. */
export const membersOf =
  (scenes: readonly number[], known: readonly number[]): Choice =>
  (parameters, isPassing) =>
    `
  members AS (
    SELECT memories.row, row_number() OVER (${inScene}) - 1 AS place
    FROM memories
    WHERE memories.tenant_id = $1 AND memories.scene > 0 AND memories.scene = ANY (${parameters.add(scenes)}::int[])
      AND ${isPassing}
  ), chosen AS (
    SELECT row, place FROM members WHERE NOT EXISTS (
      SELECT 1 FROM unnest(${parameters.add(known)}::int[]) AS known(row) WHERE known.row = members.row
    )
  )`

export interface ReadCandidates {
  readonly rows: readonly number[]
  readonly candidates: readonly Candidate[]
}

/** With all that ranking needs, in one statement. */
export async function readCandidates(
  sql: Sql,
  { vector, terms }: Pick<CandidateRequest, 'vector' | 'terms'>,
  { model, terms: known }: Pick<Collection, 'model' | 'terms'>,
  condition: MemoryCondition,
  choice: Choice,
): Promise<ReadCandidates> {
  const parameters = new Parameters()
  const compared =
    vector === null || model === undefined
      ? { columns: 'NULL AS product, NULL AS square', join: '' }
      : {
          columns: `${negativeProduct(parameters.add(toHalfvec(vector.values)), model.dimensions)} AS product, vectors.square`,
          join: `LEFT JOIN vectors
            ON vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.row = memories.row`,
        }
  const text = `
    WITH ${choice(parameters, condition(parameters))}
    SELECT memories.row, memories.id, kind, outcome, scene, chosen.place, happened_at, recorded_at, importance, flags,
      speakers.name AS speaker, length, content_tokens, terms, tokens, ${compared.columns}
    FROM chosen JOIN memories ON memories.tenant_id = $1 AND memories.row = chosen.row
    LEFT JOIN names AS speakers ON speakers.tenant_id = $1 AND speakers.id = memories.speaker
    ${compared.join}`
  const rows = await sql.all<CandidateRow>(text, ...parameters.values)
  return { rows: rows.map(({ row }) => row), candidates: toCandidates(rows, known, terms.length, vector) }
}
