import type { Kind, Outcome } from '../../memory.js'
import type { SaidAs } from '../text/sentence-mark.js'

/** What the retrievers compare with a question: a memory's text, or a question that the memory answers (REC25). */
export interface Comparable {
  /** BM25's document length. */
  readonly length: number
  readonly tokens: TokenRun
  /** Whether any of the request's terms occurs in it; most answers are ruled out by it. */
  readonly hasTerms: boolean
  /** How often the term with this index in the request occurs in it. */
  termCount(place: number): number
  /** Cosine with the vector of the wording; null without a vector, or when the current model has not embedded it yet. */
  cosineWith(wording: number): number | null
}

/** A memory that an engine found, with everything that ranking needs except its text. */
export interface Candidate extends Comparable {
  readonly id: string
  readonly kind: Kind
  readonly happenedAt: number
  readonly recordedAt: number
  readonly importance: number
  readonly outcome: Outcome | null
  /** 0 when it belongs to no scene. */
  readonly scene: number
  /** REC15: its scene is one conversation, by all that was written to it, whatever the filter. */
  readonly isInConversation: boolean
  /** Its position in the scene: later members have larger numbers. */
  readonly order: number
  readonly speaker: string | null
  readonly isQuestion: boolean
  readonly namesTime: boolean
  readonly saidAs: SaidAs | null
  readonly contentTokens: number
  /** The questions that it answers. */
  readonly answers: readonly Comparable[]
}

/** A range of a shared pool: one view per candidate would be most of the garbage of a recall (`npm run bench:speed`). */
export interface TokenRun {
  readonly pool: Uint16Array
  readonly from: number
  readonly to: number
}

/** Statistics of the tenant's whole store, not of the candidates. */
export interface DocumentStatistics {
  readonly documents: number
  readonly averageLength: number
  /** The document frequency of each term, in the request's order. */
  readonly documentFrequencies: readonly number[]
}

export interface CollectionStatistics extends DocumentStatistics {
  /** Of the questions that memories answer, which are documents of their own. */
  readonly answers: DocumentStatistics
}

export interface CandidateSet {
  /** How many memories pass the filter, exactly. */
  readonly total: number
  /** True when `candidates` contains every memory that passes the filter. */
  readonly isExhaustive: boolean
  readonly statistics: CollectionStatistics
  readonly candidates: readonly Candidate[]
}
