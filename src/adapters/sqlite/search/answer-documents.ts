import { inverseDocumentFrequency, saturate } from '../../../memory/recall/ranking/bm25.js'
import type { Comparable, DocumentStatistics, TokenRun } from '../../../memory/recall/ranking/candidates.js'
import { hashTerm } from '../../../memory/recall/text/answer-index.js'
import type { StoredVector } from '../../../ports/store/write.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { PassingRows } from './row-filter.js'
import { TopRows } from './top-rows.js'

const lastBits = 0xfff
const none: readonly Comparable[] = []

/** The questions that memories answer (REC25), for one request. */
export class AnswerDocuments {
  readonly statistics: DocumentStatistics
  readonly #cache: MemoryCache
  readonly #answers: AnswerCache
  readonly #terms: number
  /** By wording; undefined for one that is not compared with answers. */
  readonly #vectors: readonly (StoredVector | undefined)[]
  readonly #isRead: boolean
  readonly #places: Map<number, number>
  /** Which hashes may be among the request's, by their last bits: most of an answer's terms are ruled out by it. */
  readonly #mayBe: Uint8Array
  /** 1 where an answer has any of the request's terms, by number. */
  readonly #hasTerms: Uint8Array
  /** Each answer with each of the request's terms that occurs in it: its number, ascending, the term, and how often. */
  readonly #found = { numbers: [] as number[], places: [] as number[], counts: [] as number[] }

  /** Looks for the terms at these places, by default for all; where there is nothing to look for, no answer is read. */
  constructor(
    cache: MemoryCache,
    terms: readonly string[],
    vectors: readonly (StoredVector | undefined)[],
    places?: ReadonlySet<number>,
  ) {
    this.#cache = cache
    this.#answers = cache.answers
    this.#terms = terms.length
    this.#vectors = vectors
    this.#places = new Map(Array.from(places ?? terms.keys(), (place) => [hashTerm(terms[place]), place]))
    const isSearched = places?.size !== 0 || vectors.some((vector) => vector !== undefined)
    this.#isRead = isSearched && this.#answers.documents > 0
    this.#mayBe = new Uint8Array(this.#isRead ? lastBits + 1 : 0)
    if (this.#isRead) for (const hash of this.#places.keys()) this.#mayBe[hash & lastBits] = 1
    this.#hasTerms = new Uint8Array(this.#isRead ? this.#answers.end : 0)
    this.statistics = this.#count()
  }

  /** Those of the memories in these rows, in their order. All are compared at once: a call for each costs more than it. */
  of(rows: readonly number[]): (readonly Comparable[])[] {
    if (!this.#isRead) return rows.map(() => none)
    const numbers = this.#numbersOf(rows)
    const common = this.#read(numbers)
    let at = 0
    return rows.map((row) => {
      const count = this.#answers.countOf(row)
      if (count === 0) return none
      const documents: Comparable[] = []
      for (let place = 0; place < count; place++, at++) documents.push(new AnswerDocument(common, numbers[at], at))
      return documents
    })
  }

  /** In one array: one for each row is much garbage (`npm run bench:costs`). */
  #numbersOf(rows: readonly number[]): Int32Array {
    let total = 0
    for (const row of rows) total += this.#answers.countOf(row)
    const numbers = new Int32Array(total)
    let at = 0
    for (const row of rows) {
      const first = this.#answers.firstOf(row)
      for (let place = 0, count = this.#answers.countOf(row); place < count; place++) numbers[at++] = first + place
    }
    return numbers
  }

  #read(numbers: Int32Array): Common {
    const terms = this.#terms
    const counts = new Uint16Array(numbers.length * terms)
    const matching = new Uint8Array(numbers.length)
    for (let at = 0; at < numbers.length; at++) {
      matching[at] = this.#hasTerms[numbers[at]]
      if (matching[at] === 1) this.#countTerms(numbers[at], counts, at * terms)
    }
    const cosines = this.#vectors.map((vector) => {
      const vectors = vector && this.#cache.answerVectorsOf(vector.model)
      if (vector === undefined || vectors === undefined) return new Float32Array(numbers.length).fill(Number.NaN)
      const found = vectors.cosinesOf(vector.values, numbers)
      for (let at = 0; at < found.length; at++) if (!vectors.hasDirection(numbers[at])) found[at] = Number.NaN
      return found
    })
    return { answers: this.#answers, pool: this.#answers.tokens.words, terms, counts, matching, cosines }
  }

  /** The memories with the best answers, by words and by each wording's vector. */
  best(limit: number, { passes }: PassingRows): Set<number> {
    const { owner, end } = this.#answers
    const rows = new Set<number>()
    if (!this.#isRead) return rows
    for (const vector of this.#vectors) {
      const cosines = vector && this.#cache.answerVectorsOf(vector.model)?.cosines(vector.values, end)
      if (cosines === undefined) continue
      const best = new TopRows(limit)
      for (let number = 1; number < end; number++) {
        if (cosines[number] > 0 && passes[owner[number]] === 1) best.offer(number, cosines[number])
      }
      for (const number of best.rows) rows.add(owner[number])
    }
    for (const number of this.#byTerms(limit, passes)) rows.add(owner[number])
    return rows
  }

  #byTerms(limit: number, passes: Uint8Array): readonly number[] {
    const { owner, length } = this.#answers
    const { documents, averageLength, documentFrequencies } = this.statistics
    const weights = documentFrequencies.map((frequency) => inverseDocumentFrequency(documents, frequency))
    const { numbers, places, counts } = this.#found
    const best = new TopRows(limit)
    for (let at = 0; at < numbers.length; ) {
      const number = numbers[at]
      let score = 0
      for (; numbers[at] === number; at++)
        score += weights[places[at]] * saturate(counts[at], length[number], averageLength)
      if (passes[owner[number]] === 1) best.offer(number, score)
    }
    return best.rows
  }

  /** Exact, by reading every answer, once for a request: a few milliseconds for 200,000 (`npm run bench:speed`). */
  #count(): DocumentStatistics {
    const { owner, end, documents, totalLength } = this.#answers
    const { numbers, places, counts } = this.#found
    const documentFrequencies = new Array<number>(this.#terms).fill(0)
    const ofOne = new Uint16Array(this.#terms)
    for (let number = 1; this.#isRead && number < end; number++) {
      if (owner[number] === 0 || !this.#countTerms(number, ofOne, 0)) continue
      this.#hasTerms[number] = 1
      for (let place = 0; place < ofOne.length; place++) {
        if (ofOne[place] === 0) continue
        documentFrequencies[place]++
        numbers.push(number)
        places.push(place)
        counts.push(ofOne[place])
      }
      ofOne.fill(0)
    }
    return { documents, averageLength: documents === 0 ? 0 : totalLength / documents, documentFrequencies }
  }

  /** Adds how often each term of the request occurs to `counts`, from `first` on; whether any does. */
  #countTerms(number: number, counts: Uint16Array, first: number): boolean {
    const { terms } = this.#answers
    const { numbers } = terms
    let isAny = false
    for (let at = terms.start(number) >> 2, to = terms.end(number) >> 2; at < to; at++) {
      if (this.#mayBe[numbers[at] & lastBits] === 0) continue
      const place = this.#places.get(numbers[at])
      if (place === undefined) continue
      isAny = true
      counts[first + place]++
    }
    return isAny
  }
}

/** What was read of the answers of all candidates, by their places. */
interface Common {
  readonly answers: AnswerCache
  readonly pool: Uint16Array
  readonly terms: number
  readonly counts: Uint16Array
  /** 1 where an answer has any of the terms. */
  readonly matching: Uint8Array
  /** For each wording; NaN for an answer without a vector. */
  readonly cosines: readonly Float32Array[]
}

/** As ranking compares it. Reads its fields on demand: a recall creates thousands. */
class AnswerDocument implements Comparable {
  private readonly common: Common
  private readonly number: number
  private readonly at: number

  constructor(common: Common, number: number, at: number) {
    this.common = common
    this.number = number
    this.at = at
  }

  get length(): number {
    return this.common.answers.length[this.number]
  }

  get tokens(): TokenRun {
    const { pool, answers } = this.common
    return { pool, from: answers.tokens.start(this.number) >> 1, to: answers.tokens.end(this.number) >> 1 }
  }

  get hasTerms(): boolean {
    return this.common.matching[this.at] === 1
  }

  termCount(place: number): number {
    return this.common.counts[this.at * this.common.terms + place]
  }

  cosineWith(wording: number): number | null {
    const cosine = this.common.cosines[wording]?.[this.at] ?? Number.NaN
    return Number.isNaN(cosine) ? null : cosine
  }
}
