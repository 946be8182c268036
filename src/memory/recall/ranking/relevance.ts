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
  /** The question itself, not another wording of it, so that all its memories are judged alike. */
  readonly namesAny: boolean
  readonly piecedShare: number
}

/** REC19: the curve for this reading by score, so that a relevance means the same for all. */
export function curvesOf(reading: Reading): (score: number) => Curve {
  const { steepness, knee } = shapeOf(reading)
  const middle = middleOf(reading)
  const steep = { steepness, middle }
  // The same logit at the knee, and less steep below.
  const gentle = steepness * knee.gentleness
  const below = { steepness: gentle, middle: middle + knee.logit / steepness - knee.logit / gentle }
  return (score) => (logitOf(score, steep) >= knee.logit ? steep : below)
}

const shapeOf = ({ isNote, wordings }: Reading) =>
  isNote ? (wordings > 1 ? notes.curveOfSeveral : notes.curve) : curve

function middleOf(reading: Reading): number {
  const { middle } = shapeOf(reading)
  const { isNote, namesAny, piecedShare } = reading
  return isNote ? middle + (namesAny ? notes.nameMiddle : 0) + piecedShare * notes.piecedMiddle : middle
}

export const logitOf = (score: number, { steepness, middle }: Curve): number => steepness * (score - middle)

/** REC13: the ranking score as a probability, σ(s·(x − m)). */
export const relevanceOf = (logit: number): number => logistic(logit)
