import { inverseDocumentFrequency, saturate } from './bm25.js'
import type { Candidate, CollectionStatistics } from './candidates.js'
import { bm25, unknownUnspelledShare } from './constants.js'
import type { Query, QueryWord } from './query.js'

/** A word is as common as the commonest of its terms, since so many memories hold it. */
function frequencyOf({ terms }: QueryWord, { documentFrequencies }: CollectionStatistics): number {
  let most = 0
  for (const term of terms) most = Math.max(most, documentFrequencies[term])
  return most
}

/**
 * How much it means that no memory holds the word. Of a whole identifier nothing: its parts are words too, and they
 * tell what is missing. Of a word that the tokens cannot spell little: another form of it would go unseen, and most
 * bigrams straddle two words.
 */
export function wordShare(word: QueryWord, statistics: CollectionStatistics): number {
  if (frequencyOf(word, statistics) > 0 || word.tokens.length > 0) return 1
  return word.isWhole ? 0 : unknownUnspelledShare
}

/** The idf of each word. */
export function wordWeights({ words }: Query, statistics: CollectionStatistics): Float64Array {
  return Float64Array.from(words, (word) => {
    const idf = inverseDocumentFrequency(statistics.documents, frequencyOf(word, statistics))
    return idf * wordShare(word, statistics)
  })
}

/** How often the word occurs: as its form or as a stem, whichever is more. */
export function wordCount(candidate: Candidate, terms: readonly number[]): number {
  let most = 0
  for (const term of terms) most = Math.max(most, candidate.termCount(term))
  return most
}

/** REC2: BM25 divided by its ceiling for this query, Σ idf·(k1 + 1), so that it lies in [0, 1]. */
export function lexicalScore(
  { words }: Query,
  weights: Float64Array,
  candidate: Candidate,
  averageLength: number,
): number {
  let sum = 0
  let ceiling = 0
  for (let word = 0; word < words.length; word++) {
    const count = wordCount(candidate, words[word].terms)
    if (count > 0) sum += weights[word] * saturate(count, candidate.length, averageLength)
    ceiling += weights[word] * (bm25.k1 + 1)
  }
  return ceiling === 0 ? 0 : sum / ceiling
}
