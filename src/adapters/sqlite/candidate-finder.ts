import { inverseDocumentFrequency, saturate } from '../../memory/recall/bm25.js'
import type { Candidate, CandidateSet, CollectionStatistics } from '../../memory/recall/candidates.js'
import type { Legs } from '../../memory/recall/rank-memories.js'
import type { CandidateRequest, StoredVector } from '../../ports/memory-store.js'
import { countTerms, wantTerms } from '../relational/packing.js'
import { BestRows } from './best-rows.js'
import { type Connection, inSnapshot } from './connection.js'
import type { MemoryCache } from './memory-cache.js'
import type { RecentFilters } from './recent-filters.js'
import { candidatesOf } from './row-candidates.js'
import type { PassingRows } from './row-filter.js'
import type { Statements } from './statements.js'

/** A term of the request as the store knows it. */
interface KnownTerm {
  readonly slot: number
  readonly id: number
  readonly documents: number
}

/** A request as it was first looked at. */
interface Looked {
  readonly passing: PassingRows
  readonly terms: readonly KnownTerm[]
  readonly holders: Float32Array | undefined
  readonly set: CandidateSet
}

/** Finds what the domain then ranks (REC7): every leg under the same filter, none of them cut before it. */
export class CandidateFinder {
  readonly #connection: Connection
  readonly #sql: Statements
  readonly #cache: MemoryCache
  readonly #filters: RecentFilters

  constructor(connection: Connection, sql: Statements, cache: MemoryCache, filters: RecentFilters) {
    this.#connection = connection
    this.#sql = sql
    this.#cache = cache
    this.#filters = filters
  }

  /** What ranking asks for, one after the other, and all of it as of the first. */
  legs(request: CandidateRequest, texts: Legs['texts']): Legs {
    let looked: Looked | undefined
    return {
      find: () => {
        looked = inSnapshot(this.#connection, () => this.#look(request))
        return looked.set
      },
      scenes: (scenes) => (looked === undefined ? [] : this.#members(scenes, request, looked)),
      texts,
    }
  }

  find(request: CandidateRequest): CandidateSet {
    return inSnapshot(this.#connection, () => this.#look(request).set)
  }

  findScenes(request: CandidateRequest, scenes: readonly number[]): Candidate[] {
    return inSnapshot(this.#connection, () => {
      this.#cache.refresh()
      const passing = this.#filters.passing(request.filter)
      return this.#members(scenes, request, { passing, terms: this.#lookUp(request.terms), holders: undefined })
    })
  }

  #look(request: CandidateRequest): Looked {
    this.#cache.refresh()
    const passing = this.#filters.passing(request.filter)
    const terms = this.#lookUp(request.terms)
    const statistics = this.#statistics(request.terms.length, terms)
    const isExhaustive = passing.total <= request.exhaustiveUpTo
    const holders = isExhaustive ? undefined : this.#holders(terms, statistics)
    const rows = holders === undefined ? allRows(passing) : this.#legs(request, terms, holders, statistics, passing)
    const candidates = this.#candidates(rows, request, { passing, terms, holders })
    return { passing, terms, holders, set: { total: passing.total, isExhaustive, statistics, candidates } }
  }

  #members(scenes: readonly number[], request: CandidateRequest, looked: Omit<Looked, 'set'>): Candidate[] {
    const members = scenes.flatMap((scene) => this.#cache.chains.members(scene))
    const rows = members.filter((row) => looked.passing.passes[row] === 1)
    return this.#candidates(rows, request, looked)
  }

  #candidates(
    rows: readonly number[],
    request: CandidateRequest,
    { passing, terms, holders }: Omit<Looked, 'set'>,
  ): Candidate[] {
    return candidatesOf({
      rows,
      passes: passing.passes,
      wanted: wantTerms(terms),
      terms: request.terms.length,
      holders,
      cosines: this.#cosines(rows, request.vector),
      cache: this.#cache,
    })
  }

  #cosines(rows: readonly number[], vector: StoredVector | null): Float32Array | undefined {
    if (vector === null) return undefined
    const vectors = this.#cache.vectorsOf(vector.model)
    const cosines = vectors?.cosinesOf(vector.values, Int32Array.from(rows))
    return cosines?.map((cosine, index) => (vectors?.hasDirection(rows[index]) ? cosine : Number.NaN))
  }

  #lookUp(terms: readonly string[]): KnownTerm[] {
    return terms.flatMap((term, slot) => {
      const known = this.#sql.find<{ id: number; documents: number }>(
        'SELECT id, documents FROM terms WHERE term = ? AND documents > 0',
        term,
      )
      return known === undefined ? [] : [{ slot, ...known }]
    })
  }

  #statistics(asked: number, known: readonly KnownTerm[]): CollectionStatistics {
    const totals = this.#sql.find<{ documents: number; length: number }>('SELECT documents, length FROM totals')
    const { documents, length } = totals ?? { documents: 0, length: 0 }
    const documentFrequencies = new Array<number>(asked).fill(0)
    for (const { slot, documents: frequency } of known) documentFrequencies[slot] = frequency
    return { documents, averageLength: documents === 0 ? 0 : length / documents, documentFrequencies }
  }

  #legs(
    request: CandidateRequest,
    terms: readonly KnownTerm[],
    holders: Float32Array,
    statistics: CollectionStatistics,
    passing: PassingRows,
  ): number[] {
    const found = new Set(this.#vectorLeg(request.vector, request.perLeg, passing))
    for (const row of this.#lexicalLeg(terms, holders, statistics, request.perLeg, passing)) found.add(row)
    for (const row of this.#newest(request.newest, passing)) found.add(row)
    const { previous, next } = this.#cache.columns
    for (const row of [...found]) {
      const before = nearest(row, previous, passing)
      const after = nearest(row, next, passing)
      if (before !== 0) found.add(before)
      if (after !== 0) found.add(after)
    }
    return [...found]
  }

  #vectorLeg(vector: StoredVector | null, limit: number, { passes }: PassingRows): readonly number[] {
    if (vector === null) return []
    const { end } = this.#cache.columns
    const cosines = this.#cache.vectorsOf(vector.model)?.cosines(vector.values, end)
    if (cosines === undefined) return []
    const best = new BestRows(limit)
    for (let row = 1; row < end; row++) if (passes[row] === 1 && cosines[row] > 0) best.offer(row, cosines[row])
    return best.rows
  }

  /** By row, the idf of the terms that occur in it: 0 for all others, which then need not be looked at for them. */
  #holders(terms: readonly KnownTerm[], { documents }: CollectionStatistics): Float32Array {
    const holders = new Float32Array(this.#cache.columns.end)
    for (const term of terms) {
      const weight = inverseDocumentFrequency(documents, term.documents)
      for (const row of this.#rowsWith(term)) holders[row] += weight
    }
    return holders
  }

  /**
   * The index gives row ids per term, without counts: first as if every term occurred once, then, for three
   * times as many as wanted, with the counts that are packed beside each memory.
   */
  #lexicalLeg(
    terms: readonly KnownTerm[],
    holders: Float32Array,
    { documents, averageLength }: CollectionStatistics,
    limit: number,
    { passes }: PassingRows,
  ): readonly number[] {
    const { columns } = this.#cache
    const weights = terms.map((term) => inverseDocumentFrequency(documents, term.documents))
    const shortlist = new BestRows(limit * 3)
    for (let row = 1; row < columns.end; row++) {
      if (holders[row] === 0 || passes[row] === 0) continue
      shortlist.offer(row, holders[row] * saturate(1, columns.length[row], averageLength))
    }
    const wanted = wantTerms(terms.map(({ id }, slot) => ({ id, slot })))
    const counts = new Uint16Array(terms.length)
    const { bytes } = this.#cache.terms
    const best = new BestRows(limit)
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
    // One JSON string for all ids: eight times faster than a row object for each.
    const found = this.#sql.find<{ rows: string }>(
      'SELECT json_group_array(rowid) AS rows FROM postings WHERE postings MATCH ?',
      `"${id.toString(36)}"`,
    )
    return JSON.parse(found?.rows ?? '[]')
  }

  #newest(limit: number, { passes }: PassingRows): readonly number[] {
    const { happenedAt, end } = this.#cache.columns
    const best = new BestRows(limit)
    // From the end: what was written last mostly happened last, and the rest then only compares.
    for (let row = end - 1; row > 0; row--) if (passes[row] === 1) best.offer(row, happenedAt[row])
    return best.rows
  }
}

/** The nearest in this direction, in its scene, that passes the filter; 0 when none does. */
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
