import { inverseDocumentFrequency, saturate } from '../../../memory/recall/ranking/bm25.js'
import type { Comparable, DocumentStatistics, TokenRun } from '../../../memory/recall/ranking/candidates.js'
import { hashTerm } from '../../../memory/recall/text/answer-index.js'
import type { CandidateRequest } from '../../../ports/store/search.js'
import { AnswerDocument } from '../../relational/answer-document.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { PassingRows } from './row-filter.js'
import { TopRows } from './top-rows.js'

const none: readonly Comparable[] = []

/** The questions that memories answer (REC25), for one request. */
export class AnswerDocuments {
  readonly statistics: DocumentStatistics
  readonly #cache: MemoryCache
  readonly #answers: AnswerCache
  readonly #request: Pick<CandidateRequest, 'terms' | 'vectors'>
  readonly #places: Map<number, number>
  /** Which hashes may be among the request's, by their last 16 bits: most of an answer's terms are ruled out by it. */
  readonly #mayBe: Uint8Array
  readonly #counts: Uint16Array
  /** The answers with any of the request's terms, ascending. */
  readonly #matching: number[] = []

  constructor(cache: MemoryCache, request: Pick<CandidateRequest, 'terms' | 'vectors'>) {
    this.#cache = cache
    this.#answers = cache.answers
    this.#request = request
    this.#places = new Map(request.terms.map((term, place) => [hashTerm(term), place]))
    this.#mayBe = new Uint8Array(this.#answers.documents === 0 ? 0 : 1 << 16)
    this.#counts = new Uint16Array(request.terms.length)
    if (this.#answers.documents > 0) for (const hash of this.#places.keys()) this.#mayBe[hash & 0xffff] = 1
    this.statistics = this.#count()
  }

  /** Those of the memories in these rows, in their order. All are compared at once: a call for each costs more than it. */
  of(rows: readonly number[]): (readonly Comparable[])[] {
    if (this.#answers.documents === 0) return rows.map(() => none)
    const numbers = this.#numbersOf(rows)
    const cosines = this.#request.vectors.map(({ model, values }) => {
      const vectors = this.#cache.answerVectorsOf(model)
      if (vectors === undefined) return new Float32Array(numbers.length).fill(Number.NaN)
      const found = vectors.cosinesOf(values, numbers)
      for (let at = 0; at < found.length; at++) if (!vectors.hasDirection(numbers[at])) found[at] = Number.NaN
      return found
    })
    let at = 0
    return rows.map((row) => {
      const count = this.#answers.countOf(row)
      if (count === 0) return none
      const documents: Comparable[] = []
      for (let place = 0; place < count; place++, at++) documents.push(this.#document(numbers[at], cosines, at))
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

  /** The memories with the best answers, by words and by each wording's vector. */
  best(limit: number, { passes }: PassingRows): Set<number> {
    const { owner, end, documents } = this.#answers
    const rows = new Set<number>()
    if (documents === 0) return rows
    for (const { model, values } of this.#request.vectors) {
      const cosines = this.#cache.answerVectorsOf(model)?.cosines(values, end)
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
    const best = new TopRows(limit)
    for (const number of this.#matching) {
      if (passes[owner[number]] !== 1) continue
      this.#countTerms(number)
      let score = 0
      this.#counts.forEach((count, place) => {
        if (count > 0) score += weights[place] * saturate(count, length[number], averageLength)
      })
      best.offer(number, score)
    }
    return best.rows
  }

  /** Exact, by reading every answer, once for a request: a few milliseconds for 200,000 (`npm run bench:speed`). */
  #count(): DocumentStatistics {
    const { owner, end, documents, totalLength } = this.#answers
    const documentFrequencies = new Array<number>(this.#request.terms.length).fill(0)
    for (let number = 1; number < end; number++) {
      if (owner[number] === 0 || !this.#countTerms(number)) continue
      this.#matching.push(number)
      this.#counts.forEach((count, place) => {
        if (count > 0) documentFrequencies[place]++
      })
    }
    return { documents, averageLength: documents === 0 ? 0 : totalLength / documents, documentFrequencies }
  }

  /** Leaves how often each term of the request occurs in `#counts`; false, and nothing, when none does. */
  #countTerms(number: number): boolean {
    const { terms } = this.#answers
    const { numbers } = terms
    let isAny = false
    for (let at = terms.start(number) >> 2, to = terms.end(number) >> 2; at < to; at++) {
      if (this.#mayBe[numbers[at] & 0xffff] === 0) continue
      const place = this.#places.get(numbers[at])
      if (place === undefined) continue
      if (!isAny) this.#counts.fill(0)
      isAny = true
      this.#counts[place]++
    }
    return isAny
  }

  /** `at` is its place in the cosines of each wording, where NaN stands for a missing vector. */
  #document(number: number, cosines: readonly ArrayLike<number>[], at: number): AnswerDocument {
    const counts = this.#countTerms(number) ? this.#counts.slice() : undefined
    const { tokens, length } = this.#answers
    const run: TokenRun = { pool: tokens.words, from: tokens.start(number) >> 1, to: tokens.end(number) >> 1 }
    const own = cosines.map((each) => (Number.isNaN(each[at]) ? null : each[at]))
    return new AnswerDocument(length[number], run, counts, own)
  }
}
