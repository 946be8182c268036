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
  /** REC24: of several the best counts, which is higher than one by itself. */
  readonly wordings: number
  /** Whether the question names anybody. */
  readonly namesAny: boolean
}

/** REC19: the curve for this reading and score, so that a relevance means the same for all. */
export function curveOf(reading: Reading, score: number): Curve {
  const { steepness, knee, ...shape } = shapeOf(reading)
  const middle = shape.middle + (reading.isNote && reading.namesAny ? notes.nameMiddle : 0)
  if (steepness * (score - middle) >= knee.logit) return { steepness, middle }
  // The same logit at the knee, and less steep below.
  const gentle = steepness * knee.gentleness
  return { steepness: gentle, middle: middle + knee.logit / steepness - knee.logit / gentle }
}

const shapeOf = ({ isNote, wordings }: Reading) =>
  isNote ? (wordings > 1 ? notes.curveOfSeveral : notes.curve) : curve

export const logitOf = (score: number, { steepness, middle }: Curve): number => steepness * (score - middle)

/** REC13: the ranking score as a probability, σ(s·(x − m)). */
export const relevanceOf = (logit: number): number => logistic(logit)
