import { bm25, unknownUnspelledShare } from '../constants.js'
import type { Query, QueryWord } from '../query/query.js'
import { inverseDocumentFrequency, saturate } from './bm25.js'
import type { Candidate, CollectionStatistics } from './candidates.js'

/** The document frequency of a word is that of its most frequent term. */
function frequencyOf({ terms }: QueryWord, { documentFrequencies }: CollectionStatistics): number {
  let max = 0
  for (const term of terms) max = Math.max(max, documentFrequencies[term])
  return max
}

/**
 * The share of its weight that a word keeps when no memory contains it. 0 for a compound, whose parts are words of the
 * query, too. Little for a word that the tokens cannot spell: another form of it would not be found, and most bigrams
 * span two words.
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
  let max = 0
  for (const term of terms) max = Math.max(max, candidate.termCount(term))
  return max
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
