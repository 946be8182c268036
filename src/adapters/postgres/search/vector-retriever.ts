import type { StoredVector } from '../../../ports/store/write.js'
import { Parameters } from '../connection/parameters.js'
import { optimizationFence, prepared, type Sql } from '../connection/sql.js'
import type { KnownModel } from './collection-statistics.js'
import { type FilteredRows, type FoundRow, findFiltered, isSelective } from './filtered-rows.js'
import { indexedDistance, isInSegment, type VectorSegment } from './vector-index.js'
import { cosineOf, toHalfvec } from './vector-sql.js'

export interface NearRequest {
  readonly vector: StoredVector['values']
  readonly model: KnownModel
  readonly limit: number
  /** By default, every cosine above 0. */
  readonly minCosine?: number
  /** A row to leave out. */
  readonly except?: number
}

export interface NearRow extends FoundRow {
  readonly id: string
  readonly cosine: number
}

/** Each index returns more than its share, because the nearest may all be in one segment. */
const minPerSegment = 100
const segmentShare = 1.5
/** To find more than this, comparing without an index is as fast. */
const maxPerSegment = 5_000
/** Bounds of `hnsw.ef_search`; with the minimum, 96 of the 100 nearest are found. pgvector allows 1,000. */
const efSearch = { min: 120, max: 1_000 }

// For this transaction only.
const setEfSearch = prepared(
  'set ef_search',
  `SELECT $1::int, set_config('hnsw.ef_search', $2, true), set_config('hnsw.iterative_scan', 'relaxed_order', true)`,
)

/** Finds the memories nearest to a vector, best first; of equals, the later one. Runs within a transaction. */
export async function findNear(
  sql: Sql,
  request: NearRequest,
  filtered: FilteredRows,
  segments: readonly VectorSegment[],
): Promise<readonly NearRow[]> {
  const { limit } = request
  if (limit === 0) return []
  if (isSelective(filtered)) return findInFiltered(sql, request, filtered)
  return findFiltered(limit, filtered, filtered.documents, async (portion) => {
    const { searched, perSegment } = await planSegments(sql, portion, segments)
    return findAmong(sql, request, filtered, (compared, query) =>
      [
        ...searched.map(
          (segment) =>
            `${compared(isInSegment(sql.tenant, request.model, segment))}
             ORDER BY ${indexedDistance(query, request.model)} LIMIT ${perSegment}`,
        ),
        ...outside(searched).map((rows) => `${compared(rows)} ORDER BY cosine DESC, vectors.row DESC LIMIT ${portion}`),
      ]
        .map((part) => `(${part})`)
        .join(' UNION ALL '),
    )
  })
}

/** The segments to search by index for so many of the nearest, and how many to take of each. */
export async function planSegments(
  sql: Sql,
  portion: number,
  segments: readonly VectorSegment[],
): Promise<{ readonly searched: readonly VectorSegment[]; readonly perSegment: number }> {
  const share = Math.ceil((portion * segmentShare) / Math.max(1, segments.length))
  const perSegment = Math.max(minPerSegment, Math.min(share, portion))
  const searched = perSegment > maxPerSegment ? [] : segments
  const breadth = String(Math.min(Math.max(efSearch.min, perSegment), efSearch.max))
  if (searched.length > 0) await sql.find(setEfSearch, breadth)
  return { searched, perSegment }
}

/** Conditions for the rows between and after the segments. */
export function outside(segments: readonly VectorSegment[]): string[] {
  const ends = [0, ...segments.map(({ to }) => to)]
  const gaps = segments.map(({ after }, nth) => [ends[nth], after] as const).filter(([from, to]) => from < to)
  return [...gaps.map(([from, to]) => `vectors.row > ${from} AND vectors.row <= ${to}`), `vectors.row > ${ends.at(-1)}`]
}

type Compare = (rows: string) => string

async function findAmong(
  sql: Sql,
  request: NearRequest,
  { condition }: FilteredRows,
  near: (compared: Compare, query: string) => string,
): Promise<NearRow[]> {
  const { vector, model } = request
  const parameters = new Parameters()
  const query = parameters.add(toHalfvec(vector))
  const compared = (rows: string) =>
    `SELECT vectors.row, ${cosineOf(query, vector)} AS cosine FROM vectors
     WHERE vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.square > 0 AND ${rows}`
  const text = `
    SELECT near.row, near.cosine::float8 AS cosine, found.* FROM (${near(compared, query)}) AS near
    CROSS JOIN LATERAL (
      SELECT memories.scene, memories.id FROM memories
      WHERE memories.tenant_id = $1 AND memories.row = near.row AND ${condition(parameters)} ${optimizationFence}
    ) AS found
    WHERE ${matches(request, parameters)} ORDER BY near.cosine DESC, near.row DESC
    LIMIT ${parameters.add(request.limit)}::int`
  return sql.all<NearRow>(text, ...parameters.values)
}

/** Compares every row that passes the filter. */
async function findInFiltered(sql: Sql, request: NearRequest, { condition }: FilteredRows): Promise<NearRow[]> {
  const { vector, model } = request
  const parameters = new Parameters()
  const query = parameters.add(toHalfvec(vector))
  const text = `
    SELECT memories.row, memories.scene, memories.id, near.cosine::float8 AS cosine FROM memories
    CROSS JOIN LATERAL (
      SELECT vectors.row, ${cosineOf(query, vector)} AS cosine FROM vectors
      WHERE vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.row = memories.row
        AND vectors.square > 0 ${optimizationFence}
    ) AS near
    WHERE memories.tenant_id = $1 AND ${condition(parameters)} AND ${matches(request, parameters)}
    ORDER BY near.cosine DESC, near.row DESC LIMIT ${parameters.add(request.limit)}::int`
  return sql.all<NearRow>(text, ...parameters.values)
}

function matches({ minCosine, except = 0 }: NearRequest, parameters: Parameters): string {
  const isNear = minCosine === undefined ? 'near.cosine > 0' : `near.cosine >= ${parameters.add(minCosine)}::float8`
  return `${isNear} AND near.row <> ${parameters.add(except)}::int`
}
