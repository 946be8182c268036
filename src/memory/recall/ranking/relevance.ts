import { logistic } from '../../activation/logistic.js'
import { curve } from '../constants.js'

/** REC13: the ranking score as a probability, σ(s·(x − m)). Monotone, so that it keeps the order. */
export function relevanceOf(score: number): number {
  return logistic(curve.steepness * (score - curve.middle))
}
