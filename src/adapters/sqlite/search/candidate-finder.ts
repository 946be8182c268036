import { inverseDocumentFrequency, saturate } from '../../../memory/recall/ranking/bm25.js'
import type { Candidate, CandidateSet, DocumentStatistics } from '../../../memory/recall/ranking/candidates.js'
import type { MemoryVectors } from '../../../memory/recall/ranking/newer-first.js'
import type { Retrievers } from '../../../memory/recall/ranking/rank-memories.js'
import type { CandidateRequest, ReplacedRequest } from '../../../ports/store/search.js'
import type { StoredVector } from '../../../ports/store/write.js'
import { countTerms, wantTerms } from '../../relational/packing.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'
import { AnswerDocuments } from './answer-documents.js'
import type { FilterCache } from './filter-cache.js'
import { candidatesOf, type RowCandidate } from './row-candidates.js'
import type { PassingRows } from './row-filter.js'
import { TopRows } from './top-rows.js'

/** A term of the request that occurs in the store. */
interface KnownTerm {
  readonly slot: number
  readonly id: number
  readonly documents: number
}

/** A text has dozens of words: the rarest find what is like it, and the lists of the others are long. */
const maxTermsOfText = 8

/** The result of the first search, which later calls of the same ranking use. */
interface FirstSearch {
  readonly passing: PassingRows
  readonly terms: readonly KnownTerm[]
  readonly idfSums: Float32Array | undefined
  readonly answers: AnswerDocuments
  readonly rows: ReadonlySet<number>
  readonly set: CandidateSet
}

/** Finds the candidates to rank (REC7): every retriever applies the filter before its limit. */
export class CandidateFinder {
  readonly #sql: Statements
  readonly #cache: MemoryCache
  readonly #filters: FilterCache

  constructor(sql: Statements, cache: MemoryCache, filters: FilterCache) {
    this.#sql = sql
    this.#cache = cache
    this.#filters = filters
  }

  /** What ranking calls, in this order: `scenes` reads the cache in the state that `find` left it in. */
  retrievers(request: CandidateRequest, texts: Retrievers['texts']) {
    let first: FirstSearch | undefined
    const found: RowCandidate[] = []
    return {
      find: (): CandidateSet => {
        first = this.#sql.inSnapshot(() => this.#search(request, found))
        return first.set
      },
      scenes: (scenes: readonly number[]): Candidate[] => {
        if (first === undefined) return []
        const members = this.#members(scenes, request, first)
        found.push(...members)
        return members
      },
      texts,
      vectors: (ids: readonly string[]): MemoryVectors[] => this.#vectors(ids, found, request),
    }
  }

  /** OPS6: what may be like a new memory, by its text and by its answers. */
  alike({ by: { wordings }, ...request }: ReplacedRequest): CandidateSet {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      const passing = this.#filters.passing(request.filter)
      const terms = this.#lookUp(request.terms)
      const [ofText, ...ofAnswers] = request.vectors
      const places = new Set(wordings.slice(1).flatMap(({ words }) => words.flatMap((word) => word.terms)))
      const answers = new AnswerDocuments(this.#cache, request.terms, [undefined, ...ofAnswers], places)
      const statistics = { ...this.#statistics(request.terms.length, terms), answers: answers.statistics }
      const isExhaustive = passing.total <= request.exhaustiveUpTo
      const vectors = ofText === undefined ? [] : [ofText]
      const rarest = [...terms].sort((a, b) => a.documents - b.documents).slice(0, maxTermsOfText)
      const rows = isExhaustive
        ? allRows(passing)
        : this.#retrieve(
            { ...request, vectors },
            terms,
            this.#idfSums(rarest, statistics),
            statistics,
            passing,
            answers,
          )
      const candidates = this.#candidates(
        [...rows],
        { ...request, vectors },
        { passing, terms, idfSums: undefined, answers },
      )
      return { total: passing.total, isExhaustive, statistics, candidates }
    })
  }

  #search(request: CandidateRequest, found: RowCandidate[]): FirstSearch {
    this.#cache.refresh()
    const passing = this.#filters.passing(request.filter)
    const terms = this.#lookUp(request.terms)
    const answers = new AnswerDocuments(this.#cache, request.terms, request.vectors)
    const statistics = { ...this.#statistics(request.terms.length, terms), answers: answers.statistics }
    const isExhaustive = passing.total <= request.exhaustiveUpTo
    const idfSums = isExhaustive ? undefined : this.#idfSums(terms, statistics)
    const rows =
      idfSums === undefined
        ? allRows(passing)
        : this.#withNeighbours(this.#retrieve(request, terms, idfSums, statistics, passing, answers), passing)
    const candidates = this.#candidates([...rows], request, { passing, terms, idfSums, answers })
    found.push(...candidates)
    const set = { total: passing.total, isExhaustive, statistics, candidates }
    return { passing, terms, idfSums, answers, rows: new Set(rows), set }
  }

  #members(scenes: readonly number[], request: CandidateRequest, first: FirstSearch): RowCandidate[] {
    const members = scenes.flatMap((scene) => this.#cache.chains.members(scene))
    const rows = members.filter((row) => first.passing.passes[row] === 1 && !first.rows.has(row))
    return this.#candidates(rows, request, first)
  }

  #candidates(
    rows: readonly number[],
    request: CandidateRequest,
    { passing, terms, idfSums, answers }: Omit<FirstSearch, 'rows' | 'set'>,
  ): RowCandidate[] {
    return candidatesOf({
      rows,
      passes: passing.passes,
      wanted: wantTerms(terms),
      terms: request.terms.length,
      idfSums,
      cosines: request.vectors.flatMap((vector) => this.#cosines(rows, vector)),
      answers,
      cache: this.#cache,
    })
  }

  #cosines(rows: readonly number[], { model, values }: StoredVector): Float32Array[] {
    const vectors = this.#cache.vectorsOf(model)
    if (vectors === undefined) return []
    const cosines = vectors.cosinesOf(values, Int32Array.from(rows))
    return [cosines.map((cosine, index) => (vectors.hasDirection(rows[index]) ? cosine : Number.NaN))]
  }

  #vectors(ids: readonly string[], found: readonly RowCandidate[], { vectors }: CandidateRequest): MemoryVectors[] {
    const asked = new Set(ids)
    const rows = new Map(found.flatMap(({ id, row }) => (asked.has(id) ? [[id, row] as const] : [])))
    const model = vectors[0]?.model
    const texts = model === undefined ? undefined : this.#cache.vectorsOf(model)
    const answers = model === undefined ? undefined : this.#cache.answerVectorsOf(model)
    return ids.map((id) => {
      const row = rows.get(id) ?? 0
      const first = this.#cache.answers.firstOf(row)
      return {
        text: texts?.hasDirection(row) ? texts.row(row) : null,
        answers:
          answers === undefined
            ? []
            : Array.from({ length: this.#cache.answers.countOf(row) }, (_, place) => first + place)
                .filter((number) => answers.hasDirection(number))
                .map((number) => answers.row(number)),
      }
    })
  }

  /** All in one statement, and one JSON string: a statement for each takes twice as long (`npm run bench:costs`). */
  #lookUp(terms: readonly string[]): KnownTerm[] {
    const found = this.#sql.find<{ known: string }>(
      `SELECT json_group_array(json_array(key, terms.id, documents)) AS known
       FROM json_each(?) CROSS JOIN terms ON term = value WHERE documents > 0`,
      JSON.stringify(terms),
    )
    const known: readonly (readonly [number, number, number])[] = JSON.parse(found?.known ?? '[]')
    return known.map(([slot, id, documents]) => ({ slot, id, documents }))
  }

  #statistics(asked: number, known: readonly KnownTerm[]): DocumentStatistics {
    const totals = this.#sql.find<{ documents: number; length: number }>('SELECT documents, length FROM totals')
    const { documents, length } = totals ?? { documents: 0, length: 0 }
    const documentFrequencies = new Array<number>(asked).fill(0)
    for (const { slot, documents: frequency } of known) documentFrequencies[slot] = frequency
    return { documents, averageLength: documents === 0 ? 0 : length / documents, documentFrequencies }
  }

  /** The best of every retriever. */
  #retrieve(
    request: CandidateRequest,
    terms: readonly KnownTerm[],
    idfSums: Float32Array,
    statistics: DocumentStatistics,
    passing: PassingRows,
    answers: AnswerDocuments,
  ): Set<number> {
    const found = new Set<number>()
    for (const vector of request.vectors) {
      for (const row of this.#byVector(vector, request.perRetriever, passing)) found.add(row)
    }
    const { perRetriever, answerShare = 1 } = request
    for (const row of answers.best(Math.ceil(perRetriever * answerShare), passing)) found.add(row)
    for (const row of this.#byTerms(terms, idfSums, statistics, request.perRetriever, passing)) found.add(row)
    for (const row of this.#byRecency(request.newest, passing)) found.add(row)
    return found
  }

  /** These and their neighbours in their scenes, which lend them context. */
  #withNeighbours(rows: ReadonlySet<number>, passing: PassingRows): Set<number> {
    const found = new Set(rows)
    const { previous, next } = this.#cache.columns
    for (const row of rows) {
      const before = nearest(row, previous, passing)
      const after = nearest(row, next, passing)
      if (before !== 0) found.add(before)
      if (after !== 0) found.add(after)
    }
    return found
  }

  #byVector({ model, values }: StoredVector, limit: number, { passes }: PassingRows): readonly number[] {
    const { end } = this.#cache.columns
    const cosines = this.#cache.vectorsOf(model)?.cosines(values, end)
    if (cosines === undefined) return []
    const best = new TopRows(limit)
    for (let row = 1; row < end; row++) if (passes[row] === 1 && cosines[row] > 0) best.offer(row, cosines[row])
    return best.rows
  }

  /** The sum of the idf of the request's terms in each row; rows with 0 contain none of them and are skipped. */
  #idfSums(terms: readonly KnownTerm[], { documents }: DocumentStatistics): Float32Array {
    const idfSums = new Float32Array(this.#cache.columns.end)
    for (const term of terms) {
      const weight = inverseDocumentFrequency(documents, term.documents)
      for (const row of this.#rowsWith(term)) idfSums[row] += weight
    }
    return idfSums
  }

  /**
   * The index has row ids per term, without counts. So rows are first scored as if every term occurred once, then the
   * best, three times as many as wanted, with the counts that are packed in each row.
   */
  #byTerms(
    terms: readonly KnownTerm[],
    idfSums: Float32Array,
    { documents, averageLength }: DocumentStatistics,
    limit: number,
    { passes }: PassingRows,
  ): readonly number[] {
    const { columns } = this.#cache
    const weights = terms.map((term) => inverseDocumentFrequency(documents, term.documents))
    const shortlist = new TopRows(limit * 3)
    for (let row = 1; row < columns.end; row++) {
      if (idfSums[row] === 0 || passes[row] === 0) continue
      shortlist.offer(row, idfSums[row] * saturate(1, columns.length[row], averageLength))
    }
    const wanted = wantTerms(terms.map(({ id }, slot) => ({ id, slot })))
    const counts = new Uint16Array(terms.length)
    const { bytes } = this.#cache.terms
    const best = new TopRows(limit)
    for (const row of shortlist.rows) {
      counts.fill(0)
      countTerms(bytes, this.#cache.terms.start(row), this.#cache.terms.end(row), wanted, counts, 0)
      let score = 0
      for (let i = 0; i < counts.length; i++)
        score += weights[i] * saturate(counts[i], columns.length[row], averageLength)
      best.offer(row, score)
    }
    return best.rows
  }

  #rowsWith({ id }: KnownTerm): readonly number[] {
    // One JSON string for all ids is eight times faster than a row object each (`npm run bench:speed`).
    const found = this.#sql.find<{ rows: string }>(
      'SELECT json_group_array(rowid) AS rows FROM postings WHERE postings MATCH ?',
      `"${id.toString(36)}"`,
    )
    return JSON.parse(found?.rows ?? '[]')
  }

  #byRecency(limit: number, { passes }: PassingRows): readonly number[] {
    const { happenedAt, end } = this.#cache.columns
    const best = new TopRows(limit)
    // From the end: the last written rows are mostly the newest, so the rest needs one comparison each.
    for (let row = end - 1; row > 0; row--) if (passes[row] === 1) best.offer(row, happenedAt[row])
    return best.rows
  }
}

/** The next member of the scene in this direction that passes the filter; 0 when there is none. */
function nearest(row: number, towards: Int32Array, { passes }: PassingRows): number {
  let at = towards[row]
  while (at !== 0 && passes[at] === 0) at = towards[at]
  return at
}

function allRows({ passes, total }: PassingRows): number[] {
  const rows = new Array<number>(total)
  let count = 0
  for (let row = 1; row < passes.length; row++) if (passes[row] === 1) rows[count++] = row
  return rows
}
