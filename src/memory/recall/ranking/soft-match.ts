import type { Query, QueryWord } from '../query/query.js'
import type { Comparable, TokenRun } from './candidates.js'
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
 * The few vocabulary tokens near a query token have a row of cosines; all others are skipped. All wordings of a question
 * share their tokens, so that a text is read once for all of them.
 */
export class SoftMatch {
  /** Of the text that was compared last: whether any token is near one of the query, and the best cosine for each of those. */
  isNear = false
  readonly best: Float64Array
  private readonly tokens: readonly number[]
  private readonly rowOfToken: Uint16Array
  private readonly rows: Float32Array
  private readonly bestToken: Int32Array

  constructor({ tokens, near, vocabulary }: Pick<Query, 'tokens' | 'near' | 'vocabulary'>) {
    this.tokens = tokens
    const width = tokens.length
    this.rowOfToken = new Uint16Array(vocabulary)
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
  }

  /** Leaves what it finds in `isNear` and `best`. */
  compare({ pool, from, to }: TokenRun): void {
    const { best, bestToken, rows, rowOfToken } = this
    const width = best.length
    if (this.isNear) best.fill(0)
    this.isNear = false
    for (let place = from; place < to; place++) {
      const token = pool[place]
      const row = rowOfToken[token]
      if (row === 0) continue
      this.isNear = true
      for (let word = 0, at = row * width; word < width; word++, at++) {
        const cosine = rows[at]
        if (cosine > best[word]) {
          best[word] = cosine
          bestToken[word] = token
        }
      }
    }
  }

  /** For the tokens of one wording. */
  pairs(document: TokenRun, { words }: Query): readonly SoftPair[] {
    const { best } = this
    this.compare(document)
    const places = [...new Set(words.flatMap(({ tokens }) => tokens))].sort((a, b) => a - b)
    return places.flatMap((place) =>
      best[place] > 0
        ? [{ queryToken: this.tokens[place], textToken: this.bestToken[place], cosine: best[place] }]
        : [],
    )
  }
}

/** The weights of one wording's tokens in one collection. */
export class SoftWeights {
  private readonly places: Uint16Array
  private readonly weights: Float64Array
  private readonly unspelled: readonly { readonly terms: readonly number[]; readonly weight: number }[]
  private readonly total: number

  /**
   * A token has the weight of its word, since document frequencies exist for words only. A token of several words has
   * the largest weight. A word that the vocabulary cannot spell (Han, emoji) counts as one token.
   */
  constructor(words: readonly QueryWord[], wordWeights: Float64Array) {
    const weights = new Map<number, number>()
    words.forEach(({ tokens }, place) => {
      for (const token of tokens) weights.set(token, Math.max(weights.get(token) ?? 0, wordWeights[place]))
    })
    this.places = Uint16Array.from(weights.keys())
    this.weights = Float64Array.from(weights.values())
    this.unspelled = words.flatMap(({ terms, tokens, isWhole }, word) =>
      tokens.length === 0 && !isWhole ? [{ terms, weight: wordWeights[word] }] : [],
    )
    let total = 0
    for (const weight of this.weights) total += weight
    for (const { weight } of this.unspelled) total += weight
    this.total = total
  }

  /** The soft score for the best cosines of a document. */
  score(best: Float64Array, document: Comparable): number {
    const { places, weights, unspelled, total } = this
    if (total === 0) return 0
    let sum = 0
    for (let at = 0; at < places.length; at++) sum += weights[at] * best[places[at]]
    for (const { terms, weight } of unspelled) if (wordCount(document, terms) > 0) sum += weight
    return sum / total
  }
}
