import { inverseDocumentFrequency, saturate } from './bm25.js'
import type { Candidate, CollectionStatistics } from './candidates.js'
import { bm25 } from './constants.js'
import type { Query } from './query.js'

/**
 * The idf of each word. A word is as common as the commonest of its terms, since so many memories hold it. A whole
 * identifier that no memory holds weighs nothing: its parts are words too, and they tell what is missing.
 */
export function wordWeights(query: Query, { documents, documentFrequencies }: CollectionStatistics): Float64Array {
  return Float64Array.from(query.words, ({ terms, isWhole }) => {
    let frequency = 0
    for (const term of terms) frequency = Math.max(frequency, documentFrequencies[term])
    return isWhole && frequency === 0 ? 0 : inverseDocumentFrequency(documents, frequency)
  })
}

/** How often the word occurs: as its form or as a stem, whichever is more. */
export function wordCount(termCounts: Uint16Array, terms: readonly number[]): number {
  let most = 0
  for (const term of terms) most = Math.max(most, termCounts[term])
  return most
}

/** REC2: BM25 divided by its ceiling for this query, Σ idf·(k1 + 1), so that it lies in [0, 1]. */
export function lexicalScore(
  { words }: Query,
  weights: Float64Array,
  { termCounts, length }: Candidate,
  averageLength: number,
): number {
  let sum = 0
  let ceiling = 0
  for (let word = 0; word < words.length; word++) {
    const count = wordCount(termCounts, words[word].terms)
    if (count > 0) sum += weights[word] * saturate(count, length, averageLength)
    ceiling += weights[word] * (bm25.k1 + 1)
  }
  return ceiling === 0 ? 0 : sum / ceiling
}
