import type { StoredVector } from '../../ports/memory-store.js'
import type { KnownModel } from './collection.js'
import { Parameters } from './parameters.js'
import { areFew, type FoundRow, firstPassing, type Passing } from './passing.js'
import { oneByOne, prepared, type Sql } from './sql.js'
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
  if (areFew(passing)) return findAmongFew(sql, asked, passing)
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

type Compare = (rows: string) => string

async function findAmong(
  sql: Sql,
  asked: Asked,
  { condition }: Passing,
  near: (compared: Compare, query: string) => string,
): Promise<NearRow[]> {
  const { vector, model } = asked
  const parameters = new Parameters()
  const query = parameters.add(toHalfvec(vector))
  const compared = (rows: string) =>
    `SELECT vectors.row, ${cosineOf(query, vector)} AS cosine FROM vectors
     WHERE vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.square > 0 AND ${rows}`
  const text = `
    SELECT near.row, near.cosine::float8 AS cosine, found.* FROM (${near(compared, query)}) AS near
    CROSS JOIN LATERAL (
      SELECT memories.scene, memories.id FROM memories
      WHERE memories.tenant_id = $1 AND memories.row = near.row AND ${condition(parameters)} ${oneByOne}
    ) AS found
    WHERE ${isAsked(asked, parameters)} ORDER BY near.cosine DESC, near.row DESC
    LIMIT ${parameters.add(asked.limit)}::int`
  return sql.all<NearRow>(text, ...parameters.values)
}

/** Each that passes is looked at. */
async function findAmongFew(sql: Sql, asked: Asked, { condition }: Passing): Promise<NearRow[]> {
  const { vector, model } = asked
  const parameters = new Parameters()
  const query = parameters.add(toHalfvec(vector))
  const text = `
    SELECT memories.row, memories.scene, memories.id, near.cosine::float8 AS cosine FROM memories
    CROSS JOIN LATERAL (
      SELECT vectors.row, ${cosineOf(query, vector)} AS cosine FROM vectors
      WHERE vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.row = memories.row
        AND vectors.square > 0 ${oneByOne}
    ) AS near
    WHERE memories.tenant_id = $1 AND ${condition(parameters)} AND ${isAsked(asked, parameters)}
    ORDER BY near.cosine DESC, near.row DESC LIMIT ${parameters.add(asked.limit)}::int`
  return sql.all<NearRow>(text, ...parameters.values)
}

function isAsked({ minCosine, except = 0 }: Asked, parameters: Parameters): string {
  const isNear = minCosine === undefined ? 'near.cosine > 0' : `near.cosine >= ${parameters.add(minCosine)}::float8`
  return `${isNear} AND near.row <> ${parameters.add(except)}::int`
}
