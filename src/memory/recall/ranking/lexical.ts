import { background, bm25, unknownUnspelledShare } from '../constants.js'
import type { Query, QueryWord } from '../query/query.js'
import { inverseDocumentFrequency, saturate } from './bm25.js'
import type { Comparable, DocumentStatistics } from './candidates.js'

/** The weights of a query's words in one collection of documents, and the length of a typical document there. */
export interface WordWeights {
  /** The idf of each word. */
  readonly weights: Float64Array
  /** Their sum. */
  readonly total: number
  /** The idf of a word that no document contains. */
  readonly largest: number
  readonly averageLength: number
}

/** The document frequency of a word is that of its most frequent term. */
function frequencyOf({ terms }: QueryWord, { documentFrequencies }: DocumentStatistics): number {
  let max = 0
  for (const term of terms) max = Math.max(max, documentFrequencies[term])
  return max
}

/**
 * The share of its weight that a word keeps when no memory contains it. 0 for a compound, whose parts are words of the
 * query, too. Little for a word that the tokens cannot spell: another form of it would not be found, and most bigrams
 * span two words.
 */
export function wordShare(word: QueryWord, statistics: DocumentStatistics): number {
  if (frequencyOf(word, statistics) > 0 || word.tokens.length > 0) return 1
  return word.isWhole ? 0 : unknownUnspelledShare
}

/** REC19: idf and length of the store's documents, blended with those of texts in general. */
export function weighWords({ words }: Query, statistics: DocumentStatistics, typicalLength: number): WordWeights {
  const documents = statistics.documents + background.documents
  const weights = Float64Array.from(words, (word) => {
    const frequency = frequencyOf(word, statistics) + background.documents * word.background
    return inverseDocumentFrequency(documents, frequency) * wordShare(word, statistics)
  })
  const length = statistics.documents * statistics.averageLength + background.documents * typicalLength
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return { weights, total, largest: inverseDocumentFrequency(documents, 0), averageLength: length / documents }
}

/** How often the word occurs: as its form or as a stem, whichever is more. */
export function wordCount(document: Comparable, terms: readonly number[]): number {
  let max = 0
  for (const term of terms) max = Math.max(max, document.termCount(term))
  return max
}

/** REC2: BM25 divided by its ceiling for this query, Σ idf·(k1 + 1), so that it lies in [0, 1]. */
export function lexicalScore({ words }: Query, { weights, averageLength }: WordWeights, document: Comparable): number {
  let sum = 0
  let ceiling = 0
  for (let word = 0; word < words.length; word++) {
    const count = wordCount(document, words[word].terms)
    if (count > 0) sum += weights[word] * saturate(count, document.length, averageLength)
    ceiling += weights[word] * (bm25.k1 + 1)
  }
  return ceiling === 0 ? 0 : sum / ceiling
}
