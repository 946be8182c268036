import type { Candidate, CandidateSet } from '../../memory/recall/candidates.js'

/** A candidate as it crosses to another thread: for whoever looks at what was found, since ranking is done where it is. */
export interface SentCandidate extends Omit<Candidate, 'termCount' | 'tokens'> {
  readonly termCounts: readonly number[]
  readonly tokens: Uint16Array
}

export interface SentCandidateSet extends Omit<CandidateSet, 'candidates'> {
  readonly candidates: readonly SentCandidate[]
}

export function sendCandidate(candidate: Candidate, terms: number): SentCandidate {
  const { id, kind, happenedAt, recordedAt, importance, outcome, scene, order, speaker } = candidate
  const { isQuestion, namesTime, length, contentTokens, cosine, tokens } = candidate
  return {
    ...{ id, kind, happenedAt, recordedAt, importance, outcome, scene, order, speaker },
    ...{ isQuestion, namesTime, length, contentTokens, cosine },
    tokens: tokens.pool.slice(tokens.from, tokens.to),
    termCounts: Array.from({ length: terms }, (_, place) => candidate.termCount(place)),
  }
}

export const receiveCandidate = ({ tokens, termCounts, ...rest }: SentCandidate): Candidate => ({
  ...rest,
  tokens: { pool: tokens, from: 0, to: tokens.length },
  termCount: (place) => termCounts[place],
})
