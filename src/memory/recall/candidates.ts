import type { Kind, Outcome } from '../memory.js'

/** One memory that an engine found, with all that ranking needs and none of its text. */
export interface Candidate {
  readonly id: string
  readonly kind: Kind
  readonly happenedAt: number
  readonly recordedAt: number
  readonly importance: number
  readonly outcome: Outcome | null
  /** 0 when it stands alone. */
  readonly scene: number
  /** Its place in the scene: later members have larger numbers. */
  readonly order: number
  readonly speaker: string | null
  readonly isQuestion: boolean
  readonly namesTime: boolean
  readonly length: number
  readonly contentTokens: number
  /** How often the term at this place of the request occurs in it. */
  termCount(place: number): number
  readonly tokens: TokenRun
  /** With the request's vector. Null when there is none, or the model in use has not embedded this memory yet. */
  readonly cosine: number | null
}

/** A part of a pool that many share: thousands of views of their own would be most of the garbage of a recall. */
export interface TokenRun {
  readonly pool: Uint16Array
  readonly from: number
  readonly to: number
}

/** Numbers about the whole store of the tenant, not about the candidates. */
export interface CollectionStatistics {
  readonly documents: number
  readonly averageLength: number
  /** In how many documents each term of the request occurs, in the request's order. */
  readonly documentFrequencies: readonly number[]
}

export interface CandidateSet {
  /** How many memories pass the filter, exactly. */
  readonly total: number
  /** True when `candidates` holds every memory that passes the filter. */
  readonly isExhaustive: boolean
  readonly statistics: CollectionStatistics
  readonly candidates: readonly Candidate[]
}

/** The set with more members; who is in it already stays as it is. */
export function mergeCandidates(set: CandidateSet, more: readonly Candidate[]): CandidateSet {
  const known = new Set(set.candidates.map(({ id }) => id))
  return { ...set, candidates: [...set.candidates, ...more.filter(({ id }) => !known.has(id))] }
}
