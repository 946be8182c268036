import type { CandidateRequest } from '../../ports/store/search.js'

/**
 * How many answers (REC25) each retriever finds, beside the texts. With half as many as texts, the first ten of 10,000
 * memories that all have answers agree with the exhaustive ones as often as without answers, and a quarter less is ranked.
 */
export const answersFor = ({ perRetriever }: Pick<CandidateRequest, 'perRetriever'>): number =>
  Math.ceil(perRetriever / 2)
