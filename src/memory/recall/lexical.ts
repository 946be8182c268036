import type { Candidate, CollectionStatistics } from './candidates.js'
import { bm25 } from './constants.js'
import type { Query } from './query.js'

/**
 * idf = ln(1 + (N − df + 0.5) / (df + 0.5)), Robertson & Sparck Jones as Lucene smooths it: never negative.
 * A word is as common as the commonest of its terms, since that is how many memories hold it. A whole identifier that
 * no memory holds weighs nothing: its parts are words too, and they tell what is missing.
 */
export function wordWeights(query: Query, { documents, documentFrequencies }: CollectionStatistics): Float64Array {
  return Float64Array.from(query.words, (word) => {
    const frequency = Math.max(0, ...word.terms.map((term) => documentFrequencies[term] ?? 0))
    if (word.isWhole && frequency === 0) return 0
    return Math.log(1 + Math.max(0, documents - frequency + 0.5) / (frequency + 0.5))
  })
}

export function sumOf(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** How often the word occurs: as its form or as a stem, whichever is more. */
export function wordCount(termCounts: Uint16Array, terms: readonly number[]): number {
  let most = 0
  for (const term of terms) most = Math.max(most, termCounts[term]!)
  return most
}

/** tf·(k1 + 1) / (tf + k1·(1 − b + b·length/average)), divided by its ceiling k1 + 1, so that it lies in [0, 1). */
export function saturation(count: number, length: number, averageLength: number): number {
  const relativeLength = averageLength > 0 ? length / averageLength : 1
  return count === 0 ? 0 : count / (count + bm25.k1 * (1 - bm25.b + bm25.b * relativeLength))
}

/** BM25 divided by what it could reach for this query: Σ idf·(k1 + 1). */
export function lexicalScore(
  query: Query,
  weights: Float64Array,
  totalWeight: number,
  candidate: Pick<Candidate, 'termCounts' | 'length'>,
  averageLength: number,
): number {
  if (totalWeight === 0) return 0
  let sum = 0
  for (let word = 0; word < query.words.length; word++) {
    const count = wordCount(candidate.termCounts, query.words[word]!.terms)
    if (count > 0) sum += weights[word]! * saturation(count, candidate.length, averageLength)
  }
  return sum / totalWeight
}
