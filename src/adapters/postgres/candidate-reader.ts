import type { Candidate } from '../../memory/recall/candidates.js'
import { inverseNorm } from '../../memory/recall/cosine.js'
import type { CandidateRequest, StoredVector } from '../../ports/memory-store.js'
import type { Collection, KnownModel } from './collection.js'
import { type GatheredRows, gathered, toCandidates } from './gathered-rows.js'
import { numbers } from './rows.js'
import type { Places } from './scene-members.js'
import { prepared, type Sql } from './sql.js'
import { negativeProduct, toHalfvec } from './vector-sql.js'

const selectMemories = prepared(
  'candidates',
  `SELECT ${gathered} FROM memories WHERE memories.tenant_id = $1 AND memories.row = ANY ($2::int[])`,
)

/** Beside the memories, not joined to them: two short walks along two keys. */
const selectProducts = ({ dimensions }: KnownModel) =>
  prepared(
    `products of ${dimensions}`,
    `SELECT json_agg(vectors.row) AS row, json_agg(vectors.square) AS square,
       json_agg(${negativeProduct('$4', dimensions)}) AS product
     FROM vectors WHERE vectors.tenant_id = $1 AND vectors.model = $2 AND vectors.row = ANY ($3::int[])`,
  )

interface Products {
  readonly row: readonly number[] | null
  /** a·a, and −a·b with the request's vector. */
  readonly square: readonly number[]
  readonly product: readonly number[]
}

/** The domain's `cosine`, from its parts and in its order (REC12). A text without meaning has no direction to compare. */
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

// Few speak, of the many names that sessions have.
const selectNames = prepared('speakers', 'SELECT id, name FROM names WHERE tenant_id = $1 AND id = ANY ($2::int[])')

async function speakersOf(sql: Sql, speakers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(speakers)
  ids.delete(0)
  if (ids.size === 0) return new Map()
  const names = await sql.all<{ id: number; name: string }>(selectNames, [...ids])
  return new Map(names.map(({ id, name }) => [id, name]))
}

/** With all that ranking needs; `aside` compares the vectors meanwhile. */
export async function readCandidates(
  sql: Sql,
  aside: Sql,
  { vector, terms }: Pick<CandidateRequest, 'vector' | 'terms'>,
  { model, terms: known }: Pick<Collection, 'model' | 'terms'>,
  places: Places,
): Promise<readonly Candidate[]> {
  if (places.size === 0) return []
  const asked = numbers([...places.keys()])
  const [rows, cosines] = await Promise.all([
    sql.find<GatheredRows>(selectMemories, asked),
    vector === null || model === undefined ? new Map() : cosinesOf(aside, vector, model, asked),
  ])
  if (rows === undefined || rows.row === null) return []
  const speakers = await speakersOf(sql, rows.speaker)
  return toCandidates(rows, places, cosines, speakers, known, terms.length)
}
