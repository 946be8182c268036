import type { Candidate } from '../../memory/recall/candidates.js'
import type { CandidateRequest } from '../../ports/memory-store.js'
import type { Collection } from './collection.js'
import type { MemoryCondition } from './filter-sql.js'
import { type GatheredRows, gathered, toCandidates } from './gathered-rows.js'
import { Parameters } from './parameters.js'
import type { FoundRow } from './passing.js'
import { oneByOne, prepared, type Sql } from './sql.js'
import { negativeProduct, toHalfvec } from './vector-sql.js'

/** What ranking needs of `memories`. */
const columns = `memories.row, memories.id, memories.kind, memories.outcome, memories.scene, memories.happened_at,
  memories.recorded_at, memories.importance, memories.flags, memories.speaker, memories.length, memories.content_tokens,
  memories.terms, memories.tokens`

/** Which memories are to be candidates, each with its place in its scene: what is selected as `chosen`. */
type Choice = (parameters: Parameters, isPassing: string) => string

/** Places count only what passes (REC6). */
const inScene = 'PARTITION BY memories.scene ORDER BY memories.happened_at, memories.row'

/** All that passes. */
export const everything: Choice = (_, isPassing) => `
  SELECT ${columns}, CASE WHEN memories.scene = 0 THEN 0 ELSE row_number() OVER (${inScene}) - 1 END AS place
  FROM memories WHERE memories.tenant_id = $1 AND ${isPassing}`

/** These rows, and the nearest before and after each, in its scene, that pass. */
export const around =
  (found: readonly FoundRow[]): Choice =>
  (parameters, isPassing) => {
    const inScenes = found.filter(({ scene }) => scene > 0)
    const alone = found.filter(({ scene }) => scene === 0)
    const isFound = `memories.row = ANY (${parameters.add(inScenes.map(({ row }) => row))}::int[])`
    const scenes = parameters.add([...new Set(inScenes.map(({ scene }) => scene))])
    // Many are looked at for their places, few are near: what is wide is read of those alone.
    return `
      SELECT ${columns}, near.place FROM (
        SELECT memories.row, row_number() OVER scene - 1 AS place,
          is_found OR lag(is_found) OVER scene OR lead(is_found) OVER scene AS is_near
        FROM (
          SELECT memories.row, memories.scene, memories.happened_at, ${isFound} AS is_found FROM memories
          WHERE memories.tenant_id = $1 AND memories.scene > 0 AND memories.scene = ANY (${scenes}::int[]) AND ${isPassing}
        ) AS memories WINDOW scene AS (${inScene})
      ) AS near JOIN LATERAL (
        SELECT * FROM memories WHERE memories.tenant_id = $1 AND memories.row = near.row ${oneByOne}
      ) AS memories ON TRUE
      WHERE near.is_near
      UNION ALL
      SELECT ${columns}, 0 AS place FROM memories
      WHERE memories.tenant_id = $1 AND memories.row = ANY (${parameters.add(alone.map(({ row }) => row))}::int[])`
  }

/** The members of these scenes, but for rows that are candidates already. */
export const membersOf =
  (scenes: readonly number[], known: readonly number[]): Choice =>
  (parameters, isPassing) =>
    `
    SELECT * FROM (
      SELECT ${columns}, row_number() OVER (${inScene}) - 1 AS place FROM memories
      WHERE memories.tenant_id = $1 AND memories.scene > 0
        AND memories.scene = ANY (${parameters.add(scenes)}::int[]) AND ${isPassing}
    ) AS memories WHERE memories.row <> ALL (${parameters.add(known)}::int[])`

export interface ReadCandidates {
  readonly rows: readonly number[]
  readonly candidates: readonly Candidate[]
}

// Few speak, of the many names that sessions have.
const selectNames = prepared('speakers', 'SELECT id, name FROM names WHERE tenant_id = $1 AND id = ANY ($2::int[])')

async function speakersOf(sql: Sql, speakers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(speakers)
  ids.delete(0)
  if (ids.size === 0) return new Map()
  const names = await sql.all<{ id: number; name: string }>(selectNames, [...ids])
  return new Map(names.map(({ id, name }) => [id, name]))
}

/** With all that ranking needs. */
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
          columns: 'compared.product, compared.square',
          join: `LEFT JOIN LATERAL (
            SELECT ${negativeProduct(parameters.add(toHalfvec(vector.values)), model.dimensions)} AS product, vectors.square
            FROM vectors WHERE vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.row = chosen.row ${oneByOne}
          ) AS compared ON TRUE`,
        }
  const text = `
    SELECT ${gathered} FROM (
      SELECT chosen.*, ${compared.columns} FROM (${choice(parameters, condition(parameters))}) AS chosen ${compared.join}
    ) AS chosen`
  const rows = await sql.find<GatheredRows>(text, ...parameters.values)
  if (rows === undefined || rows.row === null) return { rows: [], candidates: [] }
  const speakers = await speakersOf(sql, rows.speaker)
  return { rows: rows.row, candidates: toCandidates(rows, speakers, known, terms.length, vector) }
}
