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
  /** Of the wording that found it: how many words, and whether any is a name. */
  readonly words: number
  readonly namesAny: boolean
  readonly piecedShare: number
}

/** REC19: the curve for this reading and score, so that a relevance means the same for all. */
export function curveOf(reading: Reading, score: number): Curve {
  const { steepness, knee } = shapeOf(reading)
  const middle = middleOf(reading)
  if (steepness * (score - middle) >= knee.logit) return { steepness, middle }
  // The same logit at the knee, and less steep below.
  const gentle = steepness * knee.gentleness
  return { steepness: gentle, middle: middle + knee.logit / steepness - knee.logit / gentle }
}

const shapeOf = ({ isNote, wordings }: Reading) =>
  isNote ? (wordings > 1 ? notes.curveOfSeveral : notes.curve) : curve

function middleOf(reading: Reading): number {
  const { middle } = shapeOf(reading)
  const { isNote, isByAnswer, words, namesAny, piecedShare } = reading
  if (!isNote) return middle
  return (
    middle +
    (isByAnswer ? notes.answerMiddle : 0) +
    (namesAny ? notes.nameMiddle : 0) +
    piecedShare * notes.piecedMiddle +
    Math.min(notes.mostWords, words) * notes.wordMiddle
  )
}

export const logitOf = (score: number, { steepness, middle }: Curve): number => steepness * (score - middle)

/** REC13: the ranking score as a probability, σ(s·(x − m)). */
export const relevanceOf = (logit: number): number => logistic(logit)
