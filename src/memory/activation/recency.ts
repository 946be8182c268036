import type { Outcome } from '../memory.js'
import { dayMs } from '../time.js'

/** exp(−0.1·days) since it happened; a future time counts as now. It halves in a week. */
export function recency(happenedAt: number, now: number): number {
  return Math.exp((-0.1 * Math.max(0, now - happenedAt)) / dayMs)
}

/** Successes are worth repeating; failures are still worth knowing. */
export const outcomeWeights: Readonly<Record<Outcome, number>> = {
  success: 1,
  partial: 0.83,
  neutral: 0.83,
  failure: 0.67,
}
