import { inverseNorm } from '../../../memory/recall/ranking/cosine.js'
import type { StoredVector } from '../../../ports/store/write.js'
import { type Prepared, prepared, type Sql } from '../connection/sql.js'
import type { KnownModel } from './collection-statistics.js'
import { negativeProduct, toHalfvec } from './vector-sql.js'

/** For each wording of the question. */
export type Cosines = readonly number[]
export type CosinesOfTexts = ReadonlyMap<number, Cosines>
/** By row, then by place among the memory's answers; a place without a vector is empty. */
export type CosinesOfAnswers = ReadonlyMap<number, readonly (Cosines | undefined)[]>

/** −a·b of each vector a with the wording b in `$4`, `$5` and so on. */
const productsOf = ({ dimensions }: KnownModel, wordings: number): string =>
  Array.from(
    { length: wordings },
    (_, wording) => `json_agg(${negativeProduct(`$${wording + 4}`, dimensions)}) AS product${wording}`,
  ).join(', ')

/** Not joined with the memories: two separate lookups by key are faster (`npm run bench:speed`). */
const selectProducts = (model: KnownModel, wordings: number): Prepared =>
  prepared(
    `products of ${model.dimensions} with ${wordings}`,
    `SELECT json_agg(vectors.row) AS row, json_agg(vectors.square) AS square, ${productsOf(model, wordings)}
     FROM vectors WHERE vectors.tenant_id = $1 AND vectors.model = $2 AND vectors.row = ANY ($3::int[])`,
  )
const selectAnswerProducts = (model: KnownModel, wordings: number): Prepared =>
  prepared(
    `answer products of ${model.dimensions} with ${wordings}`,
    `SELECT json_agg(vectors.row) AS row, json_agg(vectors.place) AS place, json_agg(vectors.square) AS square,
       ${productsOf(model, wordings)}
     FROM answer_vectors AS vectors
     WHERE vectors.tenant_id = $1 AND vectors.model = $2 AND vectors.row = ANY ($3::int[])`,
  )

interface Products extends Readonly<Record<`product${number}`, readonly number[]>> {
  readonly row: readonly number[] | null
  /** a·a. */
  readonly square: readonly number[]
}

type AnswerProducts = Products & { readonly place: readonly number[] }

/** The vectors of a request, and their model as the store knows it. */
export interface Compared {
  readonly model: KnownModel
  readonly vectors: readonly StoredVector[]
}

export async function cosinesOfTexts(sql: Sql, compared: Compared, rows: string): Promise<CosinesOfTexts> {
  const found = await readProducts<Products>(sql, selectProducts, compared, rows)
  const cosines = new Map<number, Cosines>()
  eachCosine(found, compared, (row, own) => cosines.set(row, own))
  return cosines
}

export async function cosinesOfAnswers(sql: Sql, compared: Compared, rows: string): Promise<CosinesOfAnswers> {
  const found = await readProducts<AnswerProducts>(sql, selectAnswerProducts, compared, rows)
  const cosines = new Map<number, (Cosines | undefined)[]>()
  eachCosine(found, compared, (row, own, at) => {
    const places = cosines.get(row) ?? []
    if (found !== undefined) places[found.place[at]] = own
    cosines.set(row, places)
  })
  return cosines
}

const readProducts = <Found>(
  sql: Sql,
  select: typeof selectProducts,
  { model, vectors }: Compared,
  rows: string,
): Promise<Found | undefined> =>
  sql.find<Found>(select(model, vectors.length), model.id, rows, ...vectors.map(({ values }) => toHalfvec(values)))

/** Computes the domain's `cosine` in the same order of operations (REC12). Zero vectors have no cosine. */
function eachCosine(
  found: Products | undefined,
  { vectors }: Compared,
  use: (row: number, cosines: Cosines, at: number) => void,
): void {
  const norms = vectors.map(({ values }) => inverseNorm(values))
  const products = vectors.map((_, wording) => found?.[`product${wording}`] ?? [])
  found?.row?.forEach((row, at) => {
    const square = found.square[at]
    if (square === 0) return
    const length = 1 / Math.sqrt(square)
    const cosines = norms.map((norm, wording) => Math.fround((0 - products[wording][at]) * (norm * length)))
    use(row, cosines, at)
  })
}
