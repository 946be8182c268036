import type { SimilarityWeights } from '../../activation/weights.js'
import type { Query } from '../query/query.js'
import type { CandidateSet } from './candidates.js'
import { addCues, type CueContext, createCueBuffer, cueContextOf } from './cues.js'
import { type Curve, curvesOf, logitOf } from './relevance.js'
import { type Contexts, type Scene, scenesOf, scoreContexts } from './scene-context.js'
import { type Similarities, scoreSimilarities } from './similarity.js'

export interface RankOptions {
  readonly weights?: SimilarityWeights
  /** Ids of the memories whose text contains a quoted phrase; undefined when the texts were not read. */
  readonly phraseMatches?: ReadonlySet<string>
  /** Similarities of the first candidates from an earlier scoring, to be reused. */
  readonly known?: Similarities
}

/** All scores of the candidates of one question, by index. */
export interface Scoring {
  readonly similarities: Similarities
  readonly contexts: Contexts
  readonly cueContext: CueContext
  readonly scenes: readonly Scene[]
  /** Whether it stands by itself, or in a conversation (REC15). */
  readonly isNote: Uint8Array
  /** REC6: similarity + context + cues. */
  readonly scores: Float64Array
  /** The logit of the relevance: comparable between notes and conversations, whose scores are not. */
  readonly logits: Float64Array
  curveOf(at: number): Curve
}

/** Filters, dates and cues are those of the first wording, which is the question itself (REC24). */
export function scoreCandidates(
  wordings: readonly Query[],
  set: CandidateSet,
  { weights, phraseMatches, known }: RankOptions,
): Scoring {
  const { candidates } = set
  const [query] = wordings
  const scenes = scenesOf(candidates)
  const isNote = Uint8Array.from(candidates, ({ isInConversation }) => (isInConversation ? 0 : 1))
  const similarities = scoreSimilarities(wordings, set, weights, known)
  const { total } = similarities
  const contexts = scoreContexts(query, candidates, scenes, isNote, similarities)
  const cueContext = cueContextOf(query, candidates, phraseMatches)
  const scores = new Float64Array(candidates.length)
  const logits = new Float64Array(candidates.length)
  const buffer = createCueBuffer()
  const { words, piecedShare } = query
  const asked = { wordings: wordings.length, namesAny: words.some(({ isName }) => isName), piecedShare }
  const [inConversation, ofNote] = [false, true].map((isNote) => curvesOf({ isNote, ...asked }))
  const curveAt = (at: number): Curve => (isNote[at] === 1 ? ofNote : inConversation)(scores[at])
  for (let at = 0; at < candidates.length; at++) {
    const withContext =
      total[at] +
      (contexts.previous[at] +
        contexts.next[at] +
        contexts.answer[at] +
        contexts.exchange[at] +
        contexts.coverage[at] +
        contexts.shared[at] +
        contexts.repeated[at]) +
      (contexts.scene[at] + contexts.sceneLexical[at])
    scores[at] = addCues(withContext, candidates[at], cueContext, isNote[at] === 1, buffer)
    logits[at] = logitOf(scores[at], curveAt(at))
  }
  return { similarities, contexts, cueContext, scenes, isNote, scores, logits, curveOf: curveAt }
}
