import type { NearTokens } from '../../../ports/token-space.js'
import type { QuestionAim } from './question-aim.js'
import type { TimeSpan } from './time-spans.js'

/** A word of the query with its terms and tokens. */
export interface QueryWord {
  /** As written in the query. */
  readonly surface: string
  /** Indexes into `Query.terms`; a memory that contains any of them contains the word. */
  readonly terms: readonly number[]
  /** Indexes into `Query.tokens`; empty when the English token vocabulary cannot spell the word. */
  readonly tokens: readonly number[]
  readonly isName: boolean
  /** Part of a date or time span, which is compared as a time. */
  readonly isTime: boolean
  readonly isIdentifier: boolean
  /** A compound whose parts are also words of the query. */
  readonly isWhole: boolean
  /** The share of texts in general that contain it. */
  readonly background: number
}

export interface QueryPhrase {
  readonly text: string
  /** Indexes into `Query.words`. */
  readonly words: readonly number[]
}

export interface Query {
  readonly text: string
  /** Languages whose stems are among the terms. */
  readonly languages: readonly string[]
  /** Distinct lexical terms, in the order of every candidate's term counts; those of all wordings of a question. */
  readonly terms: readonly string[]
  readonly words: readonly QueryWord[]
  /** Distinct content tokens for the soft match, of all wordings. */
  readonly tokens: readonly number[]
  /** The tokens near each of them: with these, ranking works in a thread that has no token space. */
  readonly near: readonly NearTokens[]
  /** Number of tokens in the token space. */
  readonly vocabulary: number
  /** The share of its words that the vocabulary does not know as a whole: of those the model understands little. */
  readonly piecedShare: number
  readonly phrases: readonly QueryPhrase[]
  readonly spans: readonly TimeSpan[]
  /** Indexes into `Query.terms` of the dates in `spans`: they boost and are no words. */
  readonly dateTerms: readonly number[]
  readonly asksForTime: boolean
  /** REC16, REC18: whether it asks for the past, for plans, denials or what others said. */
  readonly aim: QuestionAim
  /** True when the query has only stop words or symbols. */
  readonly isVague: boolean
  /** The time of the query. */
  readonly now: number
  /** Folded words, to check whether the query names a speaker. */
  readonly folded: ReadonlySet<string>
}
