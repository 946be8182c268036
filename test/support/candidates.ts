import type { Candidate, CandidateSet, Comparable } from '#ww/memory/recall/ranking/candidates.js'
import type { CandidateRequest } from '#ww/ports/store/search.js'

/** What of a request says how many terms and wordings a candidate was compared with. */
export type Asked = Pick<CandidateRequest, 'terms'> & Partial<Pick<CandidateRequest, 'vectors'>>

interface PlainComparable {
  readonly length: number
  readonly termCounts: readonly number[]
  readonly tokens: readonly number[]
  readonly cosines: readonly (number | null)[]
}

type PlainCandidate = PlainComparable &
  Omit<Candidate, keyof Comparable | 'answers'> & { readonly answers: readonly PlainComparable[] }

/** How often each of the request's terms occurs in it, in their order. */
export const termCountsOf = (document: Comparable, terms: { readonly length: number }): number[] =>
  Array.from({ length: terms.length }, (_, place) => document.termCount(place))

export const tokensOf = ({ tokens: { pool, from, to } }: Comparable): number[] => Array.from(pool.subarray(from, to))

/** Its cosine with each wording. */
export const cosinesOf = (document: Comparable, vectors: { readonly length: number }): (number | null)[] =>
  Array.from({ length: vectors.length }, (_, wording) => document.cosineWith(wording))

export const plainComparable = (document: Comparable, { terms, vectors = [] }: Asked): PlainComparable => ({
  length: document.length,
  termCounts: termCountsOf(document, terms),
  tokens: tokensOf(document),
  cosines: cosinesOf(document, vectors),
})

/** All that it tells, as data: a store may read its candidates from columns, which comparing and spreading do not see. */
export function plainCandidate(candidate: Candidate, asked: Asked): PlainCandidate {
  return {
    id: candidate.id,
    kind: candidate.kind,
    happenedAt: candidate.happenedAt,
    recordedAt: candidate.recordedAt,
    importance: candidate.importance,
    outcome: candidate.outcome,
    scene: candidate.scene,
    isInConversation: candidate.isInConversation,
    order: candidate.order,
    speaker: candidate.speaker,
    isQuestion: candidate.isQuestion,
    namesTime: candidate.namesTime,
    saidAs: candidate.saidAs,
    contentTokens: candidate.contentTokens,
    ...plainComparable(candidate, asked),
    answers: candidate.answers.map((answer) => plainComparable(answer, asked)),
  }
}

export const plainSet = ({ candidates, ...rest }: CandidateSet, asked: Asked) => ({
  ...rest,
  candidates: candidates.map((candidate) => plainCandidate(candidate, asked)),
})
