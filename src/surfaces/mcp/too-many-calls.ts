import { WorldWeaverError } from '../../errors.js'
import type { RateDecision } from '../../memory/rate-limit.js'

/** COM10: the refusal, where the decision is one. */
export function tooManyCalls(decision: RateDecision): WorldWeaverError | undefined {
  if (decision.allowed) return undefined
  const { retryAfter } = decision
  return new WorldWeaverError('rate_limited', `Rate limit exceeded: try again in ${retryAfter} seconds`, { retryAfter })
}
