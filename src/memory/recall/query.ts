import type { NearTokens } from '../../ports/token-space.js'
import type { TimeSpan } from './time-spans.js'

/** A word of the query and all that may find it. */
export interface QueryWord {
  /** As the query spells it. */
  readonly surface: string
  /** Places in `Query.terms`; a memory that holds any of them holds the word. */
  readonly terms: readonly number[]
  /** Places in `Query.tokens`; none where the tokens' vocabulary, which is English, cannot spell it. */
  readonly tokens: readonly number[]
  readonly isName: boolean
  /** Part of a date or span of time, which is compared as a time. */
  readonly isTime: boolean
  readonly isIdentifier: boolean
  /** Stands beside its parts, which are words of their own. */
  readonly isWhole: boolean
}

export interface QueryPhrase {
  readonly text: string
  /** Places in `Query.words`. */
  readonly words: readonly number[]
}

export interface Query {
  readonly text: string
  /** Languages whose stems its terms hold. */
  readonly languages: readonly string[]
  /** Distinct lexical terms: the store's request, and the order of every candidate's `termCounts`. */
  readonly terms: readonly string[]
  readonly words: readonly QueryWord[]
  /** Distinct content tokens for the soft match. */
  readonly tokens: readonly number[]
  /** What is near each of them: all that ranking needs of the token space, so that it can be done where none is. */
  readonly near: readonly NearTokens[]
  /** How many tokens the space has. */
  readonly vocabulary: number
  readonly phrases: readonly QueryPhrase[]
  readonly spans: readonly TimeSpan[]
  /** Places in `Query.terms` of the dates in `spans`: they boost, and are no words. */
  readonly dateTerms: readonly number[]
  readonly asksForTime: boolean
  /** Only stop words or symbols: there is nothing to look for. */
  readonly isVague: boolean
  /** The asking clock. */
  readonly now: number
  /** Folded words, to see whether the query names a speaker. */
  readonly folded: ReadonlySet<string>
}
