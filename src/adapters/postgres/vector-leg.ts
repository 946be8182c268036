import type { StoredVector } from '../../ports/memory-store.js'
import type { KnownModel } from './collection.js'
import { Parameters } from './parameters.js'
import { areFew, type FoundRow, firstPassing, type Passing } from './passing.js'
import { prepared, type Sql } from './sql.js'
import { indexedDistance, isInSegment, type VectorSegment } from './vector-index.js'
import { cosineOf, toHalfvec } from './vector-sql.js'

export interface Asked {
  readonly vector: StoredVector['values']
  readonly model: KnownModel
  readonly limit: number
  /** From this on; only what points the same way if not told. */
  readonly minCosine?: number
  /** A row that is not asked for. */
  readonly except?: number
}

export interface NearRow extends FoundRow {
  readonly id: string
  readonly cosine: number
}

/** Of each index at least so many, and more than its share: the nearest may all have been told at one time. */
const leastOfSegment = 100
const shareOfSegment = 1.5
/** For more than these, comparing one by one is as fast. */
const mostOfSegment = 5_000
/** How widely an index is searched, within what it allows: of 100 nearest, 96 are found. */
const breadth = { least: 120, most: 1_000 }

// Until the transaction ends.
const searchWidely = prepared(
  'search widely',
  `SELECT $1::int, set_config('hnsw.ef_search', $2, true), set_config('hnsw.iterative_scan', 'relaxed_order', true)`,
)

/** The memories nearest to a vector, best first, of equals the one written later. Within a transaction. */
export async function findNear(
  sql: Sql,
  asked: Asked,
  passing: Passing,
  segments: readonly VectorSegment[],
): Promise<readonly NearRow[]> {
  const { limit } = asked
  if (limit === 0) return []
  if (areFew(passing)) return findAmong(sql, asked, passing, (compared) => compared('TRUE'))
  return firstPassing(limit, passing, passing.documents, async (portion) => {
    const share = Math.ceil((portion * shareOfSegment) / Math.max(1, segments.length))
    const ofSegment = Math.max(leastOfSegment, Math.min(share, portion))
    const searched = ofSegment > mostOfSegment ? [] : segments
    const widely = String(Math.min(Math.max(breadth.least, ofSegment), breadth.most))
    if (searched.length > 0) await sql.find(searchWidely, widely)
    return findAmong(sql, asked, passing, (compared, query) =>
      [
        ...searched.map(
          (segment) =>
            `${compared(isInSegment(sql.tenant, asked.model, segment))}
             ORDER BY ${indexedDistance(query, asked.model)} LIMIT ${ofSegment}`,
        ),
        ...between(searched).map((rows) => `${compared(rows)} ORDER BY cosine DESC, vectors.row DESC LIMIT ${portion}`),
      ]
        .map((part) => `(${part})`)
        .join(' UNION ALL '),
    )
  })
}

/** The rows that no segment has. */
function between(segments: readonly VectorSegment[]): string[] {
  const ends = [0, ...segments.map(({ to }) => to)]
  const gaps = segments.map(({ after }, nth) => [ends[nth], after] as const).filter(([from, to]) => from < to)
  return [...gaps.map(([from, to]) => `vectors.row > ${from} AND vectors.row <= ${to}`), `vectors.row > ${ends.at(-1)}`]
}

type Compare = (more: string) => string

async function findAmong(
  sql: Sql,
  { vector, model, limit, minCosine, except = 0 }: Asked,
  { condition }: Passing,
  near: (compared: Compare, query: string, parameters: Parameters) => string,
): Promise<NearRow[]> {
  const parameters = new Parameters()
  const query = parameters.add(toHalfvec(vector))
  const compared = (more: string) =>
    `SELECT vectors.row, ${cosineOf(query, vector)} AS cosine FROM vectors
     WHERE vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.square > 0 AND ${more}`
  const isNear = minCosine === undefined ? 'near.cosine > 0' : `near.cosine >= ${parameters.add(minCosine)}::float8`
  const text = `
    SELECT near.row, memories.scene, memories.id, near.cosine::float8 AS cosine FROM (${near(compared, query, parameters)}) AS near
    JOIN memories ON memories.tenant_id = $1 AND memories.row = near.row
    WHERE ${isNear} AND near.row <> ${parameters.add(except)}::int AND ${condition(parameters)}
    ORDER BY near.cosine DESC, near.row DESC LIMIT ${parameters.add(limit)}::int`
  return sql.all<NearRow>(text, ...parameters.values)
}
