import type { Comparable, TokenRun } from '../../../memory/recall/ranking/candidates.js'

/** A question that a memory answers (REC25), as ranking compares it. */
export class AnswerDocument implements Comparable {
  readonly length: number
  readonly tokens: TokenRun
  readonly hasTerms: boolean
  readonly #counts: Uint16Array
  readonly #cosines: readonly (number | null)[] | undefined

  /** `counts` says how often each term of the request occurs, and `cosines` are by wording. */
  constructor(length: number, tokens: TokenRun, counts: Uint16Array, cosines: readonly (number | null)[] | undefined) {
    this.length = length
    this.tokens = tokens
    this.hasTerms = counts.some((count) => count > 0)
    this.#counts = counts
    this.#cosines = cosines
  }

  termCount(place: number): number {
    return this.#counts[place]
  }

  cosineWith(wording: number): number | null {
    return this.#cosines?.[wording] ?? null
  }
}
