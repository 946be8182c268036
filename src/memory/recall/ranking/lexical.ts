import { background, bm25, unknownUnspelledShare } from '../constants.js'
import type { QueryWord } from '../query/query.js'
import { inverseDocumentFrequency } from './bm25.js'
import type { Comparable, DocumentStatistics } from './candidates.js'

/** The weights of a query's words in one collection of documents, and the length of a typical document there. */
export interface WordWeights {
  /** The idf of each word. */
  readonly weights: Float64Array
  /** Their sum, and the most that BM25 reaches for them. */
  readonly total: number
  readonly ceiling: number
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
export function weighWords(
  words: readonly QueryWord[],
  statistics: DocumentStatistics,
  typicalLength: number,
): WordWeights {
  const documents = statistics.documents + background.documents
  const weights = Float64Array.from(words, (word) => {
    const frequency = frequencyOf(word, statistics) + background.documents * word.background
    return inverseDocumentFrequency(documents, frequency) * wordShare(word, statistics)
  })
  const length = statistics.documents * statistics.averageLength + background.documents * typicalLength
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const ceiling = weights.reduce((sum, weight) => sum + weight * (bm25.k1 + 1), 0)
  return { weights, total, ceiling, largest: inverseDocumentFrequency(documents, 0), averageLength: length / documents }
}

/** How often the word occurs: as its form or as a stem, whichever is more. */
export function wordCount(document: Comparable, terms: readonly number[]): number {
  let max = 0
  for (const term of terms) max = Math.max(max, document.termCount(term))
  return max
}
