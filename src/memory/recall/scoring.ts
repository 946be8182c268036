import type { SimilarityWeights } from '../activation/weights.js'
import type { CandidateSet } from './candidates.js'
import { addCues, type CueContext, cueContextOf, roomForCues } from './cues.js'
import type { Query } from './query.js'
import { type Contexts, type Scene, scenesOf, scoreContexts } from './scene-context.js'
import { type Similarities, scoreSimilarities } from './similarity.js'

export interface RankOptions {
  readonly weights?: SimilarityWeights
  /** Ids of the memories whose text holds a quoted phrase verbatim, when a reader of the texts knows. */
  readonly phraseHolders?: ReadonlySet<string>
  /** Of an earlier look at the first of these candidates, so that they are compared with the query once. */
  readonly known?: Similarities
}

/** Everything known about the candidates of one query, by their place in the set. */
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
  { weights, phraseHolders, known }: RankOptions,
): Scoring {
  const { candidates, statistics } = set
  const scenes = scenesOf(candidates)
  const similarities = scoreSimilarities(query, set, weights, known)
  const { total } = similarities
  const contexts = scoreContexts(query, candidates, scenes, similarities, statistics.averageLength)
  const cueContext = cueContextOf(query, candidates, phraseHolders)
  const scores = new Float64Array(candidates.length)
  const room = roomForCues()
  for (let at = 0; at < candidates.length; at++) {
    const withContext =
      total[at] +
      (contexts.previous[at] +
        contexts.next[at] +
        contexts.answer[at] +
        contexts.exchange[at] +
        contexts.coverage[at]) +
      (contexts.scene[at] + contexts.sceneLexical[at])
    scores[at] = addCues(withContext, candidates[at], cueContext, room)
  }
  return { similarities, contexts, cueContext, scenes, scores }
}
