import { WorldWeaverError } from '../../errors.js'
import type { RateDecision } from '../rate-limit.js'

/** COM10: the error for a refused call. */
export function tooManyCalls(decision: RateDecision): WorldWeaverError | undefined {
  if (decision.allowed) return undefined
  const { retryAfter } = decision
  return new WorldWeaverError('rate_limited', `Rate limit exceeded: try again in ${retryAfter} seconds`, { retryAfter })
}
