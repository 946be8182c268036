import type { TokenSpace } from '../../ports/token-space.js'
import type { Candidate, CandidateSet } from './candidates.js'
import type { SimilarityWeights } from './constants.js'
import { cuesOf, speakersNamed } from './cues.js'
import { bestCoverage, isNothingRelevant } from './evidence.js'
import type { Query } from './query.js'
import { relevanceOf } from './relevance.js'
import { scenesOf, scoreContexts } from './scene-context.js'
import { scoreSimilarities } from './similarity.js'

export interface Ranked {
  readonly candidate: Candidate
  /** REC6: similarity + context + cues. */
  readonly score: number
  readonly relevance: number
}

export interface Ranking {
  /** Best first, ties by id. */
  readonly ranked: readonly Ranked[]
  /** Nothing on this was ever told. */
  readonly nothingRelevant: boolean
  readonly coverage: number
}

export interface RankOptions {
  readonly weights?: SimilarityWeights
  readonly phraseHolders?: ReadonlySet<string>
}

export function rankCandidates(
  query: Query,
  queryVector: Int8Array | null,
  set: CandidateSet,
  tokens: TokenSpace,
  options: RankOptions = {},
): Ranking {
  const similarities = scoreSimilarities(query, queryVector, set, tokens, options.weights)
  const contexts = scoreContexts(query, set, similarities.total, similarities.wordWeights)
  const cueContext = {
    query,
    speakers: speakersNamed(query, set.candidates),
    phraseHolders: options.phraseHolders,
  }
  const ranked = set.candidates.map((candidate, at): Ranked => {
    const cues = cuesOf(candidate, cueContext)
    const score =
      similarities.total[at]! +
      contexts.previous[at]! +
      contexts.next[at]! +
      contexts.answer[at]! +
      contexts.scene[at]! +
      contexts.sceneLexical[at]! +
      cues.speaker +
      cues.question +
      cues.time +
      cues.substance +
      cues.verbosity +
      cues.date +
      cues.phrase +
      cues.identifier
    return { candidate, score, relevance: relevanceOf(score) }
  })
  ranked.sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
  const coverage = bestCoverage(query, set.candidates, scenesOf(set.candidates), similarities)
  return { ranked, coverage, nothingRelevant: isNothingRelevant(coverage) }
}
