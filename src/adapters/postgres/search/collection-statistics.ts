import type { CollectionStatistics } from '../../../memory/recall/ranking/candidates.js'
import type { CandidateRequest } from '../../../ports/store/search.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { Newest } from './filtered-count-cache.js'

/** A term of the request that the store knows. */
export interface KnownTerm {
  readonly slot: number
  readonly id: number
  readonly documents: number
}

export interface KnownModel {
  readonly id: number
  readonly dimensions: number
}

/** The tenant's statistics that a request needs. */
export interface Collection {
  readonly newest: Newest
  readonly statistics: CollectionStatistics
  readonly terms: readonly KnownTerm[]
  /** Undefined if the request has no vector, or the store has none of its model. */
  readonly model: KnownModel | undefined
}

const selectTotals = prepared(
  'collection totals',
  'SELECT seq, row, documents, length FROM totals WHERE tenant_id = $1',
)
const selectTerms = prepared(
  'collection terms',
  'SELECT id, term, documents FROM terms WHERE tenant_id = $1 AND term = ANY ($2::text[]) AND documents > 0',
)
const selectModel = prepared('model', 'SELECT id, dimensions FROM models WHERE tenant_id = $1 AND identity = $2')

export const findModel = (sql: Sql, identity: string): Promise<KnownModel | undefined> =>
  sql.find<KnownModel>(selectModel, identity)

export async function readCollection(
  sql: Sql,
  { terms: asked, vector }: Pick<CandidateRequest, 'terms' | 'vector'>,
): Promise<Collection> {
  const [totals, found, model] = await Promise.all([
    sql.find<{ seq: number; row: number; documents: number; length: number }>(selectTotals),
    sql.all<{ id: number; term: string; documents: number }>(selectTerms, asked),
    vector === null ? undefined : findModel(sql, vector.model),
  ])
  const { seq, row, documents, length } = totals ?? { seq: 0, row: 0, documents: 0, length: 0 }
  const known = new Map(found.map((each) => [each.term, each]))
  const statistics = {
    documents,
    averageLength: documents === 0 ? 0 : length / documents,
    documentFrequencies: asked.map((term) => known.get(term)?.documents ?? 0),
  }
  const terms = asked.flatMap((term, slot) => {
    const each = known.get(term)
    return each === undefined ? [] : [{ slot, id: each.id, documents: each.documents }]
  })
  return { newest: { seq, row }, statistics, terms, model }
}
