import { WorldWeaverError } from '../../errors.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import { isObject } from '../../plain-object.js'
import { type RateLimit, sessionExceeded } from '../rate-limit.js'

/**
 * COM10 on standard input and output: counts a call, valid or not, for the session that it names, else for the server's
 * own. Returns the error above the limit.
 */
export const callCounter =
  (rateLimit: RateLimit, ownSession: string, now: () => number) =>
  (input: unknown): WorldWeaverError | undefined => {
    const named = isObject(input) ? input.session_id : undefined
    const session = typeof named === 'string' && sessionIdPattern.test(named) ? named : ownSession
    const decision = rateLimit.take(session, now())
    if (decision.allowed) return undefined
    return new WorldWeaverError('rate_limited', sessionExceeded(session), { retryAfter: decision.retryAfter })
  }
