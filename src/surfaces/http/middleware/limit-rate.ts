import type { Context } from 'hono'
import { WorldWeaverError } from '../../../errors.js'
import type { CallDecision } from '../../call-limits.js'
import { sessionExceeded } from '../../rate-limit.js'
import type { HttpSurface, Known } from '../http-surface.js'

/** A call, before it is validated. */
export interface ArrivingCall {
  /** The session that it counts for; null for what COM10 does not count: a list, a handshake. */
  readonly session: string | null
  readonly cost: number
  /** It counts against its own key alone. */
  readonly isMalformed?: boolean
}

/** COM10: counts a call, valid or not. Throws above a limit; a refused call is not counted. */
export function limitRate(call: ArrivingCall, context: Context<Known>, { callLimits, clock }: HttpSurface): void {
  const { tenant, key } = context.get('access')
  const { perSession } = callLimits
  const now = clock.now()
  const decision = callLimits.take({ tenant, key, ...call }, now)
  if (perSession > 0 && (call.session !== null || !decision.allowed)) {
    const resetAt = decision.allowed ? decision.resetAt : now + decision.retryAfter * 1000
    context.header('X-RateLimit-Limit', String(perSession))
    context.header('X-RateLimit-Remaining', String(decision.allowed ? decision.remaining : 0))
    context.header('X-RateLimit-Reset', String(Math.ceil(resetAt / 1000)))
  }
  if (decision.allowed) return
  const { retryAfter } = decision
  context.header('Retry-After', String(Math.ceil(retryAfter)))
  const message = refusalOf(decision, call)
  throw new WorldWeaverError('rate_limited', message, { retryAfter })
}

function refusalOf({ limit }: CallDecision, { session }: ArrivingCall): string {
  if (limit === 'key' || limit === 'tenant' || session === null) return `Rate limit exceeded for this ${limit}`
  return sessionExceeded(session)
}

/** The session that a call counts for, from the name it gives, which is not yet validated. */
export const sessionNamed = (session: unknown, context: Context<Known>): Promise<string> =>
  context.get('memory').workflow.sessionOf({ preferences: { session_id: session ?? null } })

/**
 * Whether a call is malformed. Asked only of callers with a key, since the owner shares nothing with others: `isValid`
 * parses the whole input, which will be parsed again when the call runs.
 */
export const isMalformed = (context: Context<Known>, isValid: () => boolean): boolean =>
  context.get('access').key !== null && !isValid()
