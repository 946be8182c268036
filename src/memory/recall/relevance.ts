import { curve } from './constants.js'

/** REC13: the ranking score as a probability, σ(s·(x − m)). Monotone, so that it never changes the order. */
export function relevanceOf(score: number): number {
  return 1 / (1 + Math.exp(-curve.steepness * (score - curve.middle)))
}
