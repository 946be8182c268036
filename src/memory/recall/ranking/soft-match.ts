import type { Query } from '../query/query.js'
import type { Candidate, TokenRun } from './candidates.js'
import { wordCount } from './lexical.js'

/** A query token and the nearest token of a text. */
export interface SoftPair {
  readonly queryToken: number
  readonly textToken: number
  readonly cosine: number
}

/**
 * Compares the query's tokens with a text's tokens:
 * soft = Σ idf(q)·max over t of cos(q, t) / Σ idf(q), where cosines under the floor count 0.
 * A word that the vocabulary cannot spell (Han, emoji) counts as one token: 1 when the text contains it, else 0.
 * The few vocabulary tokens near a query token have a row of cosines; all others are skipped.
 */
export class SoftMatch {
  private readonly query: Query
  private readonly weights: Float64Array
  private readonly unspelled: readonly { readonly terms: readonly number[]; readonly weight: number }[]
  private readonly totalWeight: number
  private readonly rowOfToken: Uint16Array
  private readonly rows: Float32Array
  private readonly best: Float64Array
  private readonly bestToken: Int32Array

  constructor(query: Query, wordWeights: Float64Array) {
    this.query = query
    this.weights = tokenWeights(query, wordWeights)
    this.unspelled = query.words.flatMap(({ terms, tokens, isWhole }, word) =>
      tokens.length === 0 && !isWhole ? [{ terms, weight: wordWeights[word] }] : [],
    )
    const width = query.tokens.length
    const { near } = query
    this.rowOfToken = new Uint16Array(query.vocabulary)
    let rowCount = 0
    for (const { tokens } of near) {
      for (const token of tokens) if (this.rowOfToken[token] === 0) this.rowOfToken[token] = ++rowCount
    }
    this.rows = new Float32Array((rowCount + 1) * width)
    near.forEach(({ tokens, cosines }, place) => {
      tokens.forEach((token, at) => {
        // Rounding may push a cosine above 1.
        this.rows[this.rowOfToken[token] * width + place] = Math.min(1, cosines[at])
      })
    })
    this.best = new Float64Array(width)
    this.bestToken = new Int32Array(width)
    let total = 0
    for (const weight of this.weights) total += weight
    for (const { weight } of this.unspelled) total += weight
    this.totalWeight = total
  }

  /** The best cosine for each query token; the array is reused by the next call. */
  bestOf({ pool, from, to }: TokenRun): Float64Array {
    const { best, bestToken, rows, rowOfToken } = this
    const width = best.length
    best.fill(0)
    for (let place = from; place < to; place++) {
      const token = pool[place]
      const row = rowOfToken[token]
      if (row === 0) continue
      for (let word = 0, at = row * width; word < width; word++, at++) {
        const cosine = rows[at]
        if (cosine > best[word]) {
          best[word] = cosine
          bestToken[word] = token
        }
      }
    }
    return best
  }

  /** The soft score for the cosines from `bestOf`. */
  score(best: Float64Array, candidate: Candidate): number {
    if (this.totalWeight === 0) return 0
    let sum = 0
    for (let place = 0; place < best.length; place++) sum += this.weights[place] * best[place]
    for (const { terms, weight } of this.unspelled) if (wordCount(candidate, terms) > 0) sum += weight
    return sum / this.totalWeight
  }

  pairs(tokens: TokenRun): readonly SoftPair[] {
    const best = this.bestOf(tokens)
    return this.query.tokens.flatMap((queryToken, place) =>
      best[place] > 0 ? [{ queryToken, textToken: this.bestToken[place], cosine: best[place] }] : [],
    )
  }
}

/**
 * A token has the weight of its word, since document frequencies exist for words only. A token of several words has the
 * largest weight.
 */
function tokenWeights(query: Query, wordWeights: Float64Array): Float64Array {
  const weights = new Float64Array(query.tokens.length)
  query.words.forEach((word, place) => {
    for (const token of word.tokens) weights[token] = Math.max(weights[token], wordWeights[place])
  })
  return weights
}
