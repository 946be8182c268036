import type { SimilarityWeights } from '../../activation/weights.js'
import type { Query } from '../query/query.js'
import type { CandidateSet } from './candidates.js'
import { addCues, type CueContext, createCueBuffer, cueContextOf } from './cues.js'
import { type Contexts, type Scene, scenesOf, scoreContexts } from './scene-context.js'
import { type Similarities, scoreSimilarities } from './similarity.js'

export interface RankOptions {
  readonly weights?: SimilarityWeights
  /** Ids of the memories whose text contains a quoted phrase; undefined when the texts were not read. */
  readonly phraseMatches?: ReadonlySet<string>
  /** Similarities of the first candidates from an earlier scoring, to be reused. */
  readonly known?: Similarities
}

/** All scores of the candidates of one query, by index. */
export interface Scoring {
  readonly similarities: Similarities
  readonly contexts: Contexts
  readonly cueContext: CueContext
  readonly scenes: readonly Scene[]
  /** REC6: similarity + context + cues. */
  readonly scores: Float64Array
}

export function scoreCandidates(
  query: Query,
  set: CandidateSet,
  { weights, phraseMatches, known }: RankOptions,
): Scoring {
  const { candidates, statistics } = set
  const scenes = scenesOf(candidates)
  const similarities = scoreSimilarities(query, set, weights, known)
  const { total } = similarities
  const contexts = scoreContexts(query, candidates, scenes, similarities, statistics.averageLength)
  const cueContext = cueContextOf(query, candidates, phraseMatches)
  const scores = new Float64Array(candidates.length)
  const buffer = createCueBuffer()
  for (let at = 0; at < candidates.length; at++) {
    const withContext =
      total[at] +
      (contexts.previous[at] +
        contexts.next[at] +
        contexts.answer[at] +
        contexts.exchange[at] +
        contexts.coverage[at]) +
      (contexts.scene[at] + contexts.sceneLexical[at])
    scores[at] = addCues(withContext, candidates[at], cueContext, buffer)
  }
  return { similarities, contexts, cueContext, scenes, scores }
}
