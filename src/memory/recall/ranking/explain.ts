import { defaultWeights, type SimilarityWeights } from '../../activation/weights.js'
import { curve } from '../constants.js'
import type { Query } from '../query/query.js'
import type { Candidate } from './candidates.js'
import { cuesOf } from './cues.js'
import { wordCount } from './lexical.js'
import { relevanceOf } from './relevance.js'
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
  readonly curve: { readonly steepness: number; readonly middle: number }
  readonly parts: readonly ScorePart[]
  readonly matchedWords: readonly string[]
  /** Query tokens and the nearest tokens of the memory. */
  readonly softPairs: readonly SoftPair[]
}

const round = (value: number) => Math.round(value * 1e4) / 1e4

/** Rounds to four decimals. The scene's part absorbs the rest, so that the parts sum to the rounded score. */
function roundParts(parts: readonly ScorePart[], score: number): readonly ScorePart[] {
  const rounded = parts.map((part) => ({ ...part, contribution: round(part.contribution) }))
  const rest = round(score) - rounded.reduce((sum, { contribution }) => sum + contribution, 0)
  return rounded.map((part) =>
    part.name === 'scene' ? { ...part, contribution: round(part.contribution + rest) } : part,
  )
}

export function explainScore(
  query: Query,
  { similarities, contexts, cueContext, scores }: Scoring,
  candidate: Candidate,
  at: number,
  weights: SimilarityWeights = defaultWeights.similarity,
): Explanation {
  const { lexical, vector, soft, softMatch } = similarities
  const hasVector = !Number.isNaN(vector[at])
  const weightOf = retrieverWeights(weights, hasVector)
  const retrieverPart = (name: string, value: number, weight: number): ScorePart => ({
    name,
    value: round(value),
    weight: round(weight),
    contribution: value * weight,
  })
  const added: Readonly<Record<string, number>> = {
    previous: contexts.previous[at],
    next: contexts.next[at],
    answer: contexts.answer[at],
    exchange: contexts.exchange[at],
    coverage: contexts.coverage[at],
    scene: contexts.scene[at],
    scene_lexical: contexts.sceneLexical[at],
    ...cuesOf(candidate, cueContext),
  }
  const parts = [
    retrieverPart('lexical', lexical[at], weightOf.lexical),
    ...(hasVector ? [retrieverPart('vector', vector[at], weightOf.vector)] : []),
    retrieverPart('soft', soft[at], weightOf.soft),
    ...Object.entries(added).flatMap(([name, contribution]) => (contribution === 0 ? [] : [{ name, contribution }])),
  ]
  const pairs = softMatch.pairs(candidate.tokens).filter(({ queryToken, textToken }) => queryToken !== textToken)
  return {
    score: round(scores[at]),
    relevance: round(relevanceOf(scores[at])),
    curve: { steepness: curve.steepness, middle: curve.middle },
    parts: roundParts(parts, scores[at]),
    matchedWords: query.words.filter(({ terms }) => wordCount(candidate, terms) > 0).map(({ surface }) => surface),
    softPairs: pairs,
  }
}
