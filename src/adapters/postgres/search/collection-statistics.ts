import type { CollectionStatistics, DocumentStatistics } from '../../../memory/recall/ranking/candidates.js'
import { hashTerm } from '../../../memory/recall/text/answer-index.js'
import type { CandidateRequest } from '../../../ports/store/search.js'
import { prepared, type Sql } from '../connection/sql.js'
import { toInt4 } from '../schema/answer-tables.js'
import { numbers } from '../schema/bulk-insert.js'
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
  /** The index of each term in the request, by the hash that answers have in its place. */
  readonly hashes: ReadonlyMap<number, number>
  /** Undefined if the request has no vector, or the store has none of its model. */
  readonly model: KnownModel | undefined
}

const selectTotals = prepared(
  'collection totals',
  'SELECT seq, row, documents, length, answers, answer_length AS "answerLength" FROM totals WHERE tenant_id = $1',
)
const selectTerms = prepared(
  'collection terms',
  'SELECT id, term, documents FROM terms WHERE tenant_id = $1 AND term = ANY ($2::text[]) AND documents > 0',
)
const selectAnswerTerms = prepared(
  'collection answer terms',
  'SELECT hash, documents FROM answer_terms WHERE tenant_id = $1 AND hash = ANY ($2::int[])',
)
const selectModel = prepared('model', 'SELECT id, dimensions FROM models WHERE tenant_id = $1 AND identity = $2')

export const findModel = (sql: Sql, identity: string): Promise<KnownModel | undefined> =>
  sql.find<KnownModel>(selectModel, identity)

interface Totals {
  readonly seq: number
  readonly row: number
  readonly documents: number
  readonly length: number
  readonly answers: number
  readonly answerLength: number
}
const noTotals: Totals = { seq: 0, row: 0, documents: 0, length: 0, answers: 0, answerLength: 0 }

export async function readCollection(
  sql: Sql,
  { terms: asked, vectors }: Pick<CandidateRequest, 'terms' | 'vectors'>,
): Promise<Collection> {
  const hashes = new Map(asked.map((term, place) => [toInt4(hashTerm(term)), place]))
  const [totals = noTotals, found, answerTerms, model] = await Promise.all([
    sql.find<Totals>(selectTotals),
    sql.all<{ id: number; term: string; documents: number }>(selectTerms, asked),
    sql.all<{ hash: number; documents: number }>(selectAnswerTerms, numbers([...hashes.keys()])),
    vectors.length === 0 ? undefined : findModel(sql, vectors[0].model),
  ])
  const { seq, row, documents, length } = totals
  const known = new Map(found.map((each) => [each.term, each]))
  const frequencies = asked.map((term) => known.get(term)?.documents ?? 0)
  const answerFrequencies = new Array<number>(asked.length).fill(0)
  for (const { hash, documents } of answerTerms) answerFrequencies[hashes.get(hash) ?? 0] = documents
  const statistics = {
    ...toStatistics(documents, length, frequencies),
    answers: toStatistics(totals.answers, totals.answerLength, answerFrequencies),
  }
  const terms = asked.flatMap((term, slot) => {
    const each = known.get(term)
    return each === undefined ? [] : [{ slot, id: each.id, documents: each.documents }]
  })
  return { newest: { seq, row }, statistics, terms, hashes, model }
}

const toStatistics = (
  documents: number,
  length: number,
  documentFrequencies: readonly number[],
): DocumentStatistics => ({
  documents,
  averageLength: documents === 0 ? 0 : length / documents,
  documentFrequencies,
})
