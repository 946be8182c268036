import type { Comparable, TokenRun } from '../../memory/recall/ranking/candidates.js'

/** A question that a memory answers (REC25), as ranking compares it. */
export class AnswerDocument implements Comparable {
  readonly length: number
  readonly tokens: TokenRun
  readonly #counts: Uint16Array | undefined
  readonly #cosines: readonly (number | null)[] | undefined

  /** `counts` says how often each term of the request occurs; undefined when none does. `cosines` are by wording. */
  constructor(
    length: number,
    tokens: TokenRun,
    counts: Uint16Array | undefined,
    cosines: readonly (number | null)[] | undefined,
  ) {
    this.length = length
    this.tokens = tokens
    this.#counts = counts
    this.#cosines = cosines
  }

  termCount(place: number): number {
    return this.#counts?.[place] ?? 0
  }

  cosineWith(wording: number): number | null {
    return this.#cosines?.[wording] ?? null
  }
}
