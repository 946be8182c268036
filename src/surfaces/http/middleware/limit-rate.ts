import type { Context } from 'hono'
import { WorldWeaverError } from '../../../errors.js'
import type { HttpSurface, Known } from '../http-surface.js'

/** COM10: counts a call, valid or not, for its tenant and session. Throws above the limit; a refused call is not counted. */
export function limitRate(session: string, context: Context<Known>, { rateLimit, clock }: HttpSurface): void {
  if (rateLimit.limit === 0) return
  const { tenant } = context.get('access')
  const now = clock.now()
  const decision = rateLimit.window.take(`${tenant}/${session}`, now)
  const resetAt = decision.allowed ? decision.resetAt : now + decision.retryAfter * 1000
  context.header('X-RateLimit-Limit', String(rateLimit.limit))
  context.header('X-RateLimit-Remaining', String(decision.allowed ? decision.remaining : 0))
  context.header('X-RateLimit-Reset', String(Math.ceil(resetAt / 1000)))
  if (decision.allowed) return
  const { retryAfter } = decision
  context.header('Retry-After', String(Math.ceil(retryAfter)))
  throw new WorldWeaverError('rate_limited', `Rate limit exceeded: wait ${retryAfter} seconds`, { retryAfter })
}

/** The session that a call counts for, from the name it gives, which is not yet validated. */
export const sessionNamed = (session: unknown, context: Context<Known>): Promise<string> =>
  context.get('memory').workflow.sessionOf({ preferences: { session_id: session ?? null } })
