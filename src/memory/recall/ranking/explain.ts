import { defaultWeights, type SimilarityWeights } from '../../activation/weights.js'
import type { Query } from '../query/query.js'
import type { Candidate } from './candidates.js'
import { cuesOf } from './cues.js'
import { wordCount } from './lexical.js'
import { type Curve, relevanceOf } from './relevance.js'
import type { Scoring } from './scoring.js'
import { retrieverWeights } from './similarity.js'
import type { SoftPair } from './soft-match.js'

export interface ScorePart {
  readonly name: string
  /** The score of a retriever before weighting, 0 to 1. */
  readonly value?: number
  readonly weight?: number
  /** Its contribution to the ranking score. */
  readonly contribution: number
}

/** REC10. */
export interface Explanation {
  readonly score: number
  readonly relevance: number
  /** relevance = σ(steepness·(score − middle)). */
  readonly curve: Curve
  /** REC24: the index of the wording that found it; 0 is the question itself. */
  readonly wording: number
  /** REC25: the place of the answer that matched, from 1; 0 when the text did. */
  readonly answer: number
  readonly parts: readonly ScorePart[]
  readonly matchedWords: readonly string[]
  /** Query tokens and the nearest tokens of the memory. */
  readonly softPairs: readonly SoftPair[]
}

/** JSON has no −0: adding 0 makes it 0. */
const round = (value: number) => Math.round(value * 1e4) / 1e4 + 0

/** Rounds to four decimals. The scene's part, else the first, absorbs the rest, so that the parts sum to the score. */
function roundParts(parts: readonly ScorePart[], score: number): readonly ScorePart[] {
  const rounded = parts.map((part) => ({ ...part, contribution: round(part.contribution) }))
  const rest = round(score) - rounded.reduce((sum, { contribution }) => sum + contribution, 0)
  const absorbing = parts.some(({ name }) => name === 'scene') ? 'scene' : parts[0]?.name
  return rounded.map((part) =>
    part.name === absorbing ? { ...part, contribution: round(part.contribution + rest) } : part,
  )
}

export function explainScore(
  wordings: readonly Query[],
  scoring: Scoring,
  candidate: Candidate,
  at: number,
  weights: SimilarityWeights = defaultWeights.similarity,
): Explanation {
  const { similarities, contexts, cueContext, scores, logits, isNote } = scoring
  const { lexical, vector, soft, softMatch, best, total } = similarities
  const wording = similarities.wording[at]
  const answer = similarities.document[at]
  const query = wordings[wording]
  const compared = answer === 0 ? candidate : candidate.answers[answer - 1]
  const hasVector = !Number.isNaN(vector[at])
  const weightOf = retrieverWeights(weights, hasVector)
  const retrieverPart = (name: string, value: number, weight: number): ScorePart => ({
    name,
    value: round(value),
    weight: round(weight),
    contribution: value * weight,
  })
  const added: Readonly<Record<string, number>> = {
    agreement: total[at] - best[at],
    previous: contexts.previous[at],
    next: contexts.next[at],
    answer: contexts.answer[at],
    exchange: contexts.exchange[at],
    coverage: contexts.coverage[at],
    shared: contexts.shared[at],
    repeated: contexts.repeated[at],
    scene: contexts.scene[at],
    scene_lexical: contexts.sceneLexical[at],
    ...cuesOf(candidate, cueContext, isNote[at] === 1),
  }
  const parts = [
    retrieverPart('lexical', lexical[at], weightOf.lexical),
    ...(hasVector ? [retrieverPart('vector', vector[at], weightOf.vector)] : []),
    retrieverPart('soft', soft[at], weightOf.soft),
    ...Object.entries(added).flatMap(([name, contribution]) => (contribution === 0 ? [] : [{ name, contribution }])),
  ]
  const pairs = softMatch.pairs(compared.tokens, query).filter(({ queryToken, textToken }) => queryToken !== textToken)
  return {
    score: round(scores[at]),
    relevance: round(relevanceOf(logits[at])),
    curve: scoring.curveOf(at),
    wording,
    answer,
    parts: roundParts(parts, scores[at]),
    matchedWords: query.words.filter(({ terms }) => wordCount(compared, terms) > 0).map(({ surface }) => surface),
    softPairs: pairs,
  }
}
