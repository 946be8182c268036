import type { NearestRequest, NearMemory } from '../../../ports/store/search.js'
import { prepared, type Sql } from '../connection/sql.js'
import { findModel, readCollection } from './collection-statistics.js'
import { toCondition } from './filter-sql.js'
import type { FilteredCountCache } from './filtered-count-cache.js'
import type { VectorIndex } from './vector-index.js'
import { findNear } from './vector-retriever.js'
import { fromHalfvec } from './vector-sql.js'

// A zero vector, of a text without known words, has no direction to compare.
const selectVectors = prepared(
  'vectors',
  `SELECT memories.id, memories.row, vectors.components::text AS components
   FROM memories JOIN vectors ON vectors.tenant_id = $1 AND vectors.model = $3 AND vectors.row = memories.row
   WHERE memories.tenant_id = $1 AND memories.id = ANY ($2::text[]) AND vectors.square > 0`,
)

interface OwnVector {
  readonly row: number
  readonly vector: Int8Array
}

export async function vectorsById(
  sql: Sql,
  ids: readonly string[],
  model: number,
): Promise<ReadonlyMap<string, OwnVector>> {
  const found = await sql.all<{ id: string; row: number; components: string }>(selectVectors, ids, model)
  return new Map(found.map(({ id, row, components }) => [id, { row, vector: fromHalfvec(components) }]))
}

export async function readVectors(
  sql: Sql,
  ids: readonly string[],
  identity: string,
): Promise<(Int8Array | undefined)[]> {
  const model = await findModel(sql, identity)
  const known = model === undefined ? new Map<string, OwnVector>() : await vectorsById(sql, ids, model.id)
  return ids.map((id) => known.get(id)?.vector)
}

/** Runs within a snapshot. */
export async function findNearest(
  sql: Sql,
  { to, model: identity, filter, most, minCosine }: NearestRequest,
  totals: FilteredCountCache,
  index: VectorIndex,
): Promise<NearMemory[][]> {
  const [model, { newest, statistics }, condition] = await Promise.all([
    findModel(sql, identity),
    readCollection(sql, { terms: [], vectors: [] }),
    toCondition(sql, filter),
  ])
  if (model === undefined) return to.map(() => [])
  const ids = to.filter((each) => typeof each === 'string')
  const own = ids.length === 0 ? new Map<string, OwnVector>() : await vectorsById(sql, ids, model.id)
  const total = await totals.count(sql, newest, filter, condition)
  const filtered = { condition, total, documents: statistics.documents }
  const segments = await index.segments(sql, model, newest.row)
  // Pipelined.
  return Promise.all(
    to.map(async (each) => {
      const asked = typeof each === 'string' ? own.get(each) : { row: 0, vector: each }
      if (asked === undefined) return []
      const found = await findNear(
        sql,
        { vector: asked.vector, model, limit: most, minCosine, except: asked.row },
        filtered,
        segments,
      )
      return found.map(({ id, cosine }) => ({ id, cosine }))
    }),
  )
}
