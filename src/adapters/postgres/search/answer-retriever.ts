import { inverseDocumentFrequency } from '../../../memory/recall/ranking/bm25.js'
import type { DocumentStatistics } from '../../../memory/recall/ranking/candidates.js'
import { Parameters } from '../connection/parameters.js'
import { optimizationFence, type Sql } from '../connection/sql.js'
import { numbers } from '../schema/bulk-insert.js'
import { termScore } from './bm25-sql.js'
import { type FilteredRows, type FoundRow, findFiltered, isSelective } from './filtered-rows.js'
import { indexedDistance, isInSegment, type VectorSegment } from './vector-index.js'
import { type NearRequest, outside, planSegments } from './vector-retriever.js'
import { cosineOf, toHalfvec } from './vector-sql.js'

/** Selects `row`, `place` and `score` of the best answers whose row meets the condition; `rowIs` builds it for a column. */
type Scored = (parameters: Parameters, rowIs: (column: string) => string, portion: number) => string | Promise<string>

const bestFirst = (portion: number): string => `ORDER BY score DESC, row DESC, place DESC LIMIT ${portion}`

/** Finds the memories whose answers are the best by BM25 (REC25), each answer being a document of its own. */
export function findByAnswerWords(
  sql: Sql,
  { documents, averageLength, documentFrequencies }: DocumentStatistics,
  hashes: ReadonlyMap<number, number>,
  limit: number,
  filtered: FilteredRows,
): Promise<readonly FoundRow[]> {
  const known = [...hashes].filter(([, place]) => documentFrequencies[place] > 0)
  const postings = documentFrequencies.reduce((sum, each) => sum + each, 0)
  return findBest(sql, limit, filtered, postings, (parameters, rowIs, portion) => {
    const weights = known.map(([, place]) => inverseDocumentFrequency(documents, documentFrequencies[place]))
    return `
      SELECT postings.row, postings.place, sum(${termScore(averageLength)}) AS score
      FROM unnest(${parameters.add(numbers(known.map(([hash]) => hash)))}::int[], ${parameters.add(numbers(weights))}::float8[])
        AS term(hash, weight)
      CROSS JOIN LATERAL (
        SELECT row, place, count, length FROM answer_postings AS given
        WHERE given.tenant_id = $1 AND given.hash = term.hash ${optimizationFence}
      ) AS postings WHERE ${rowIs('postings.row')}
      GROUP BY postings.row, postings.place ${bestFirst(portion)}`
  })
}

/** The same by the cosine with a vector: by the indexes of the segments, else by comparing all that the filter leaves. */
export function findByAnswerVector(
  sql: Sql,
  { documents }: DocumentStatistics,
  { vector, model, limit }: Pick<NearRequest, 'vector' | 'model' | 'limit'>,
  filtered: FilteredRows,
  segments: readonly VectorSegment[],
): Promise<readonly FoundRow[]> {
  return findBest(sql, limit, filtered, documents, async (parameters, rowIs, portion) => {
    const query = parameters.add(toHalfvec(vector))
    const compared = (rows: string) => `
      SELECT vectors.row, vectors.place, ${cosineOf(query, vector)} AS score FROM answer_vectors AS vectors
      WHERE vectors.tenant_id = $1 AND vectors.model = ${model.id} AND vectors.square > 0 AND ${rows}`
    if (isSelective(filtered)) return `${compared(rowIs('vectors.row'))} ${bestFirst(portion)}`
    const { searched, perSegment } = await planSegments(sql, portion, segments)
    const parts = [
      ...searched.map(
        (segment) =>
          `${compared(isInSegment(sql.tenant, model, segment))} ORDER BY ${indexedDistance(query, model)} LIMIT ${perSegment}`,
      ),
      ...outside(searched).map((rows) => `${compared(rows)} ${bestFirst(portion)}`),
    ]
    return `SELECT * FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')}) AS near ${bestFirst(portion)}`
  })
}

/** The rows of the best answers, best first; of equals, the later one. `all` is how many answers there are at most. */
async function findBest(
  sql: Sql,
  limit: number,
  filtered: FilteredRows,
  all: number,
  scored: Scored,
): Promise<readonly FoundRow[]> {
  if (limit === 0 || all === 0) return []
  const filtersFirst = isSelective(filtered)
  const find = async (portion: number) => {
    const parameters = new Parameters()
    const isPassing = filtered.condition(parameters)
    // "IS TRUE" keeps the planner from using a join: the subquery is run once and hashed.
    const isAmong = (column: string) =>
      `(${column} IN (SELECT memories.row FROM memories WHERE memories.tenant_id = $1 AND ${isPassing})) IS TRUE`
    const text = `
      WITH best AS MATERIALIZED (
        ${await scored(parameters, filtersFirst ? isAmong : () => 'TRUE', portion)}
      )
      SELECT best.row, found.scene FROM best CROSS JOIN LATERAL (
        SELECT memories.scene FROM memories
        WHERE memories.tenant_id = $1 AND memories.row = best.row AND ${filtersFirst ? 'TRUE' : isPassing} ${optimizationFence}
      ) AS found WHERE best.score > 0 ORDER BY best.score DESC, best.row DESC, best.place DESC`
    return sql.all<FoundRow>(text, ...parameters.values)
  }
  return filtersFirst ? find(limit) : findFiltered(limit, filtered, all, find)
}
