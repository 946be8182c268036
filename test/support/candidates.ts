import type { Candidate, CandidateSet } from '#ww/memory/recall/ranking/candidates.js'

interface PlainCandidate extends Omit<Candidate, 'termCount' | 'tokens'> {
  readonly termCounts: readonly number[]
  readonly tokens: readonly number[]
}

/** How often each of the request's terms occurs in it, in their order. */
export const termCountsOf = (candidate: Candidate, terms: { readonly length: number }): number[] =>
  Array.from({ length: terms.length }, (_, place) => candidate.termCount(place))

export const tokensOf = ({ tokens: { pool, from, to } }: Candidate): number[] => Array.from(pool.subarray(from, to))

/** All that it tells, as data: a store may read its candidates from columns, which comparing and spreading do not see. */
export function plainCandidate(candidate: Candidate, terms: { readonly length: number }): PlainCandidate {
  return {
    id: candidate.id,
    kind: candidate.kind,
    happenedAt: candidate.happenedAt,
    recordedAt: candidate.recordedAt,
    importance: candidate.importance,
    outcome: candidate.outcome,
    scene: candidate.scene,
    order: candidate.order,
    speaker: candidate.speaker,
    isQuestion: candidate.isQuestion,
    namesTime: candidate.namesTime,
    length: candidate.length,
    contentTokens: candidate.contentTokens,
    termCounts: termCountsOf(candidate, terms),
    tokens: tokensOf(candidate),
    cosine: candidate.cosine,
  }
}

export const plainSet = ({ candidates, ...rest }: CandidateSet, terms: { readonly length: number }) => ({
  ...rest,
  candidates: candidates.map((candidate) => plainCandidate(candidate, terms)),
})
