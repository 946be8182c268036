import { inverseDocumentFrequency, saturate } from '../../memory/recall/bm25.js'
import type { CollectionStatistics } from '../../memory/recall/candidates.js'
import { bm25 } from '../../memory/recall/constants.js'
import { countTerms, wantTerms } from '../relational/packing.js'
import type { KnownTerm } from './collection.js'
import { Parameters } from './parameters.js'
import { areFew, type FoundRow, firstPassing, type Passing } from './passing.js'
import { oneByOne, prepared, type Sql } from './sql.js'

interface WeighedTerm extends KnownTerm {
  readonly weight: number
}

/** So many entries of the index are added up in the time that the vectors take: below, no term is left for later. */
const entriesAtOnce = 100_000
/** How many of those that are best by the rare terms may be among the best by all. */
const shortlistOf = (limit: number): number => limit * 10 + 100
/**
 * What a term adds, in multiples of its weight, in a very short text. It could be more, up to k1 + 1, where
 * little is said but the common word: such a text is hardly what was asked for.
 */
const mostSaturation = 1.6

/** What more than these add up to may not fit into the room that a server gives by default, and would go to the disk. */
const entriesInRoom = 10_000
// Until the transaction ends. Who has given more keeps it.
const makeRoom = prepared(
  'make room',
  `SELECT $1::int, set_config('work_mem', '64MB', true)
   WHERE pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB')`,
)

/**
 * The best by BM25 (REC2), best first. A text that holds only common words is never among them when enough hold rarer
 * ones, so the long lists of the common words are not read: they are looked up for what the rare ones find. Turtle &
 * Flood (1995), "MaxScore".
 */
export async function findByWords(
  sql: Sql,
  { documents, averageLength }: CollectionStatistics,
  known: readonly KnownTerm[],
  limit: number,
  passing: Passing,
  mostEntries = entriesAtOnce,
): Promise<readonly FoundRow[]> {
  if (known.length === 0 || limit === 0) return []
  const terms = known
    .map((term) => ({ ...term, weight: inverseDocumentFrequency(documents, term.documents) }))
    .sort((a, b) => a.documents - b.documents || a.id - b.id)
  for (let rare = rarest(terms, limit, mostEntries); ; ) {
    const best = await score(sql, { terms, rare, averageLength, limit, passing })
    const worst = best.length < limit ? 0 : best[limit - 1].score
    const needed = needScanning(terms, worst)
    if (needed <= rare) return best
    rare = needed
  }
}

/** How many of the terms, the rarest first, are looked at to begin with: those of too few find nothing to go by. */
function rarest(terms: readonly WeighedTerm[], limit: number, mostEntries: number): number {
  let entries = 0
  const enough = terms.findIndex(({ documents }) => {
    const before = entries
    entries += documents
    return before >= limit && entries > mostEntries
  })
  return enough === -1 ? terms.length : enough
}

/** How many must be looked at, so that nothing that holds only the others gets as far as `worst`. */
function needScanning(terms: readonly WeighedTerm[], worst: number): number {
  let others = 0
  for (let count = terms.length; count > 0; count--) {
    others += terms[count - 1].weight * mostSaturation
    if (others >= worst) return count
  }
  return 0
}

interface Scoring {
  readonly terms: readonly WeighedTerm[]
  readonly rare: number
  readonly averageLength: number
  readonly limit: number
  readonly passing: Passing
}

interface ScoredRow extends FoundRow {
  readonly score: number
}

async function score(sql: Sql, scoring: Scoring): Promise<readonly ScoredRow[]> {
  const { terms, rare, limit, passing } = scoring
  const all = terms.slice(0, rare).reduce((sum, { documents }) => sum + documents, 0)
  const shortlist = rare === terms.length ? limit : shortlistOf(limit)
  // Carried out before what is asked behind it.
  const room = all > entriesInRoom ? sql.find(makeRoom) : undefined
  const [found] = await Promise.all([
    areFew(passing)
      ? scorePortion(sql, scoring, shortlist)
      : firstPassing(shortlist, passing, all, (portion) => scorePortion(sql, scoring, portion)),
    room,
  ])
  return found.slice(0, limit)
}

/** Of as many as have the best scores by the rare terms, those that pass, best first by all terms. */
async function scorePortion(sql: Sql, scoring: Scoring, portion: number): Promise<ScoredRow[]> {
  const { terms, rare, averageLength, passing } = scoring
  const scanned = terms.slice(0, rare)
  const parameters = new Parameters()
  const term = `unnest(${parameters.add(scanned.map(({ id }) => id))}::int[],
    ${parameters.add(scanned.map(({ weight }) => weight))}::float8[]) AS term(id, weight)`
  const { k1, b } = bm25
  const relativeLength = averageLength === 0 ? '1' : `postings.length / ${averageLength}::float8`
  const added = `term.weight * postings.count * ${k1 + 1}::float8
    / (postings.count + ${k1}::float8 * (${1 - b}::float8 + ${b}::float8 * ${relativeLength}))`
  const isPassing = passing.condition(parameters)
  const few = areFew(passing)
  // All of them once, hashed: "IS TRUE" keeps it from becoming a join.
  const isAmong = `(postings.row IN (
    SELECT memories.row FROM memories WHERE memories.tenant_id = $1 AND ${isPassing})) IS TRUE`
  const text = `
    WITH best AS MATERIALIZED (
      SELECT postings.row, sum(${added}) AS score
      FROM ${term} CROSS JOIN LATERAL (
        SELECT row, count, length FROM postings WHERE postings.tenant_id = $1 AND postings.term = term.id ${oneByOne}
      ) AS postings ${few ? `WHERE ${isAmong}` : ''}
      GROUP BY postings.row ORDER BY score DESC, postings.row DESC LIMIT ${portion}
    )
    SELECT best.row, best.score, found.* FROM best CROSS JOIN LATERAL (
      SELECT memories.scene${rare === terms.length ? '' : ', memories.length, memories.terms'} FROM memories
      WHERE memories.tenant_id = $1 AND memories.row = best.row AND ${few ? 'TRUE' : isPassing} ${oneByOne}
    ) AS found ORDER BY best.score DESC, best.row DESC`
  const found = await sql.all<ScoredRow & HeldTerms>(text, ...parameters.values)
  return rare === terms.length ? found : addOthers(found, terms.slice(rare), averageLength)
}

/** What is packed beside a memory. */
interface HeldTerms {
  readonly length: number
  readonly terms: Uint8Array
}

function addOthers(
  found: readonly (ScoredRow & HeldTerms)[],
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
