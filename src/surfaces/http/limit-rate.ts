import type { MiddlewareHandler } from 'hono'
import type { HttpSurface } from './http-app.js'
import { workflowError } from './workflow-error.js'

/** COM10: counts every POST of a session, valid or not; a refused one is not counted. */
export function limitRate({ rateLimit, session, clock }: HttpSurface): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.method !== 'POST') return next()
    const now = clock.now()
    const decision = rateLimit.window.take(session, now)
    const setHeaders = (remaining: number, resetAt: number) => {
      if (rateLimit.limit === 0) return
      context.header('X-RateLimit-Limit', String(rateLimit.limit))
      context.header('X-RateLimit-Remaining', String(remaining))
      context.header('X-RateLimit-Reset', String(Math.ceil(resetAt / 1000)))
    }
    if (decision.allowed) {
      setHeaders(decision.remaining, decision.resetAt)
      return next()
    }
    setHeaders(0, now + decision.retryAfter * 1000)
    context.header('Retry-After', String(Math.ceil(decision.retryAfter)))
    const { body, status } = workflowError(
      429,
      'RATE_LIMITED',
      `Too many requests: wait ${decision.retryAfter} seconds`,
    )
    return context.json(body, status)
  }
}
