import { inverseDocumentFrequency, saturate } from '../../../memory/recall/ranking/bm25.js'
import type { DocumentStatistics } from '../../../memory/recall/ranking/candidates.js'
import { countTerms, wantTerms } from '../../relational/packing.js'
import { Parameters } from '../connection/parameters.js'
import { optimizationFence, prepared, type Sql } from '../connection/sql.js'
import { termScore } from './bm25-sql.js'
import type { KnownTerm } from './collection-statistics.js'
import { type FilteredRows, type FoundRow, findFiltered, isSelective } from './filtered-rows.js'

interface WeighedTerm extends KnownTerm {
  readonly weight: number
}

/** Scoring this many postings takes as long as the vector search: with fewer, all terms are scanned. */
const maxPostings = 100_000
/** How many of the best by rare terms are scored by all terms. */
const shortlistOf = (limit: number): number => limit * 10 + 100
/**
 * An assumed upper bound of what a term adds to a score, in multiples of its weight. The exact bound is k1 + 1, which
 * only texts reach that consist of little but the common word; such a text is hardly what the query asks for.
 */
const maxSaturation = 1.6

/** More postings may exceed the default `work_mem`, and the aggregation would spill to disk. */
const maxPostingsInWorkMem = 10_000
// For this transaction only; a larger setting is kept.
const raiseWorkMem = prepared(
  'raise work_mem',
  `SELECT $1::int, set_config('work_mem', '64MB', true)
   WHERE pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB')`,
)

/**
 * Finds the best rows by BM25 (REC2), best first. A text with only common terms cannot be among them if enough texts
 * have rarer ones, so the long posting lists of common terms are not scanned; their counts are looked up for the
 * texts that the rare terms find. Turtle & Flood (1995), "MaxScore".
 */
export async function findByWords(
  sql: Sql,
  { documents, averageLength }: DocumentStatistics,
  known: readonly KnownTerm[],
  limit: number,
  filtered: FilteredRows,
  postingsLimit = maxPostings,
): Promise<readonly FoundRow[]> {
  if (known.length === 0 || limit === 0) return []
  const terms = known
    .map((term) => ({ ...term, weight: inverseDocumentFrequency(documents, term.documents) }))
    .sort((a, b) => a.documents - b.documents || a.id - b.id)
  for (let rare = initialTerms(terms, limit, postingsLimit); ; ) {
    const best = await score(sql, { terms, rare, averageLength, limit, filtered })
    const worst = best.length < limit ? 0 : best[limit - 1].score
    const needed = termsToScan(terms, worst)
    if (needed <= rare) return best
    rare = needed
  }
}

/** How many of the rarest terms to scan first: enough to find `limit` texts, up to the limit of postings. */
function initialTerms(terms: readonly WeighedTerm[], limit: number, postingsLimit: number): number {
  let postings = 0
  const enough = terms.findIndex(({ documents }) => {
    const before = postings
    postings += documents
    return before >= limit && postings > postingsLimit
  })
  return enough === -1 ? terms.length : enough
}

/** How many terms to scan so that a text with only the other terms cannot score above `worst`. */
function termsToScan(terms: readonly WeighedTerm[], worst: number): number {
  let others = 0
  for (let count = terms.length; count > 0; count--) {
    others += terms[count - 1].weight * maxSaturation
    if (others >= worst) return count
  }
  return 0
}

interface Scoring {
  readonly terms: readonly WeighedTerm[]
  readonly rare: number
  readonly averageLength: number
  readonly limit: number
  readonly filtered: FilteredRows
}

interface ScoredRow extends FoundRow {
  readonly score: number
}

async function score(sql: Sql, scoring: Scoring): Promise<readonly ScoredRow[]> {
  const { terms, rare, limit, filtered } = scoring
  const all = terms.slice(0, rare).reduce((sum, { documents }) => sum + documents, 0)
  const shortlist = rare === terms.length ? limit : shortlistOf(limit)
  // Statements on a connection run in order, so this one takes effect before the search.
  const raised = all > maxPostingsInWorkMem ? sql.find(raiseWorkMem) : undefined
  const [found] = await Promise.all([
    isSelective(filtered)
      ? scorePortion(sql, scoring, shortlist)
      : findFiltered(shortlist, filtered, all, (portion) => scorePortion(sql, scoring, portion)),
    raised,
  ])
  return found.slice(0, limit)
}

/** Takes the best `portion` rows by rare terms, drops those that fail the filter, and scores the rest by all terms. */
async function scorePortion(sql: Sql, scoring: Scoring, portion: number): Promise<ScoredRow[]> {
  const { terms, rare, averageLength, filtered } = scoring
  const scanned = terms.slice(0, rare)
  const parameters = new Parameters()
  const term = `unnest(${parameters.add(scanned.map(({ id }) => id))}::int[],
    ${parameters.add(scanned.map(({ weight }) => weight))}::float8[]) AS term(id, weight)`
  const added = termScore(averageLength)
  const isPassing = filtered.condition(parameters)
  const filtersFirst = isSelective(filtered)
  // "IS TRUE" keeps the planner from using a join: the subquery is run once and hashed.
  const isAmong = `(postings.row IN (
    SELECT memories.row FROM memories WHERE memories.tenant_id = $1 AND ${isPassing})) IS TRUE`
  const text = `
    WITH best AS MATERIALIZED (
      SELECT postings.row, sum(${added}) AS score
      FROM ${term} CROSS JOIN LATERAL (
        SELECT row, count, length FROM postings WHERE postings.tenant_id = $1 AND postings.term = term.id ${optimizationFence}
      ) AS postings ${filtersFirst ? `WHERE ${isAmong}` : ''}
      GROUP BY postings.row ORDER BY score DESC, postings.row DESC LIMIT ${portion}
    )
    SELECT best.row, best.score, found.* FROM best CROSS JOIN LATERAL (
      SELECT memories.scene${rare === terms.length ? '' : ', memories.length, memories.terms'} FROM memories
      WHERE memories.tenant_id = $1 AND memories.row = best.row AND ${filtersFirst ? 'TRUE' : isPassing} ${optimizationFence}
    ) AS found ORDER BY best.score DESC, best.row DESC`
  const found = await sql.all<ScoredRow & PackedTerms>(text, ...parameters.values)
  return rare === terms.length ? found : addCommonTerms(found, terms.slice(rare), averageLength)
}

/** The columns of a memory from which common terms are counted. */
interface PackedTerms {
  readonly length: number
  readonly terms: Uint8Array
}

function addCommonTerms(
  found: readonly (ScoredRow & PackedTerms)[],
  others: readonly WeighedTerm[],
  averageLength: number,
): ScoredRow[] {
  const wanted = wantTerms(others.map(({ id }, slot) => ({ id, slot })))
  const counts = new Uint16Array(others.length)
  const scored = found.map(({ row, scene, score, length, terms: pack }) => {
    counts.fill(0)
    countTerms(pack, 0, pack.length, wanted, counts, 0)
    const added = others.reduce((sum, { weight }, at) => sum + weight * saturate(counts[at], length, averageLength), 0)
    return { row, scene, score: score + added }
  })
  return scored.sort((a, b) => b.score - a.score || b.row - a.row)
}
