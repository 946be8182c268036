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
  readonly piecedShare: number
}

/** REC19: the curve for this reading, so that a relevance means the same for all. */
export function curveOf({ isNote, isByAnswer, wordings, piecedShare }: Reading): Curve {
  if (!isNote) return curve
  const { steepness, middle } = wordings > 1 ? notes.curveOfSeveral : notes.curve
  return { steepness, middle: middle + (isByAnswer ? notes.answerMiddle : 0) + piecedShare * notes.piecedMiddle }
}

export const logitOf = (score: number, { steepness, middle }: Curve): number => steepness * (score - middle)

/** REC13: the ranking score as a probability, σ(s·(x − m)). */
export const relevanceOf = (logit: number): number => logistic(logit)
