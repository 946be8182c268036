import { logistic } from '../../activation/logistic.js'
import { curve, notes } from '../constants.js'

export interface Curve {
  readonly steepness: number
  readonly middle: number
}

/** What relevance depends on besides the score. */
export interface Reading {
  /** REC15: by itself, and not as a line of a conversation. */
  readonly isNote: boolean
  /** REC25: a question that it answers matched, and not its text. */
  readonly isByAnswer: boolean
  readonly wordings: number
  readonly words: number
  readonly piecedShare: number
}

/** REC19: the curve for this reading and score, so that a relevance means the same for all. */
export function curveOf({ isNote, isByAnswer, wordings, words, piecedShare }: Reading, score: number): Curve {
  if (!isNote) return curve
  const base = wordings > 1 ? notes.curveOfSeveral : notes.curve
  const { steepness } = base
  const middle =
    base.middle +
    (isByAnswer ? notes.answerMiddle : 0) +
    piecedShare * notes.piecedMiddle +
    Math.min(notes.mostWords, words) * notes.wordMiddle
  const { logit, gentleness } = notes.knee
  if (steepness * (score - middle) >= logit) return { steepness, middle }
  // The same logit at the knee, and less steep below.
  const knee = middle + logit / steepness
  return { steepness: steepness * gentleness, middle: knee - logit / (steepness * gentleness) }
}

export const logitOf = (score: number, { steepness, middle }: Curve): number => steepness * (score - middle)

/** REC13: the ranking score as a probability, σ(s·(x − m)). */
export const relevanceOf = (logit: number): number => logistic(logit)
