import type { Candidate } from '../../../memory/recall/ranking/candidates.js'
import { inverseNorm } from '../../../memory/recall/ranking/cosine.js'
import type { CandidateRequest } from '../../../ports/store/search.js'
import type { StoredVector } from '../../../ports/store/write.js'
import { prepared, type Sql } from '../connection/sql.js'
import { numbers } from '../schema/bulk-insert.js'
import type { Collection, KnownModel } from './collection-statistics.js'
import { aggregatedColumns, type GatheredRows, toCandidates } from './gathered-rows.js'
import type { Places } from './scene-members.js'
import { negativeProduct, toHalfvec } from './vector-sql.js'

const selectMemories = prepared(
  'candidates',
  `SELECT ${aggregatedColumns} FROM memories WHERE memories.tenant_id = $1 AND memories.row = ANY ($2::int[])`,
)

/** Not joined with the memories: two separate lookups by key are faster (`npm run bench:speed`). */
const selectProducts = ({ dimensions }: KnownModel) =>
  prepared(
    `products of ${dimensions}`,
    `SELECT json_agg(vectors.row) AS row, json_agg(vectors.square) AS square,
       json_agg(${negativeProduct('$4', dimensions)}) AS product
     FROM vectors WHERE vectors.tenant_id = $1 AND vectors.model = $2 AND vectors.row = ANY ($3::int[])`,
  )

interface Products {
  readonly row: readonly number[] | null
  /** a·a; `product` is −a·b with the request's vector b. */
  readonly square: readonly number[]
  readonly product: readonly number[]
}

/** Computes the domain's `cosine` in the same order of operations (REC12). Zero vectors have no cosine. */
async function cosinesOf(
  sql: Sql,
  { values }: StoredVector,
  model: KnownModel,
  rows: string,
): Promise<ReadonlyMap<number, number>> {
  const found = await sql.find<Products>(selectProducts(model), model.id, rows, toHalfvec(values))
  const norm = inverseNorm(values)
  const cosines = new Map<number, number>()
  found?.row?.forEach((row, at) => {
    const square = found.square[at]
    if (square > 0) cosines.set(row, Math.fround((0 - found.product[at]) * (norm * (1 / Math.sqrt(square)))))
  })
  return cosines
}

// Only the few names that are speakers of these candidates.
const selectNames = prepared('speakers', 'SELECT id, name FROM names WHERE tenant_id = $1 AND id = ANY ($2::int[])')

async function speakersOf(sql: Sql, speakers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(speakers)
  ids.delete(0)
  if (ids.size === 0) return new Map()
  const names = await sql.all<{ id: number; name: string }>(selectNames, [...ids])
  return new Map(names.map(({ id, name }) => [id, name]))
}

/** Reads everything that ranking needs; `parallel` compares the vectors at the same time. */
export async function readCandidates(
  sql: Sql,
  parallel: Sql,
  { vector, terms }: Pick<CandidateRequest, 'vector' | 'terms'>,
  { model, terms: known }: Pick<Collection, 'model' | 'terms'>,
  places: Places,
): Promise<readonly Candidate[]> {
  if (places.size === 0) return []
  const asked = numbers([...places.keys()])
  const [rows, cosines] = await Promise.all([
    sql.find<GatheredRows>(selectMemories, asked),
    vector === null || model === undefined ? new Map() : cosinesOf(parallel, vector, model, asked),
  ])
  if (rows === undefined || rows.row === null) return []
  const speakers = await speakersOf(sql, rows.speaker)
  return toCandidates(rows, places, cosines, speakers, known, terms.length)
}
