import type { Context } from 'hono'
import type { HttpSurface, Known } from './http-surface.js'
import { workflowError } from './workflow-error.js'

/** COM10: counts every POST for its session, valid or not; a refused one is answered here, and not counted. */
export async function limitRate(
  body: unknown,
  context: Context<Known>,
  { rateLimit, clock }: HttpSurface,
): Promise<Response | undefined> {
  if (rateLimit.limit === 0) return undefined
  const { tenant } = context.get('access')
  const session = await context.get('mind').workflow.sessionOf(body)
  const now = clock.now()
  const decision = rateLimit.window.take(`${tenant}/${session}`, now)
  const resetAt = decision.allowed ? decision.resetAt : now + decision.retryAfter * 1000
  context.header('X-RateLimit-Limit', String(rateLimit.limit))
  context.header('X-RateLimit-Remaining', String(decision.allowed ? decision.remaining : 0))
  context.header('X-RateLimit-Reset', String(Math.ceil(resetAt / 1000)))
  if (decision.allowed) return undefined
  context.header('Retry-After', String(Math.ceil(decision.retryAfter)))
  const detail = `Too many requests: wait ${decision.retryAfter} seconds`
  const { body: refusal, status } = workflowError(429, 'RATE_LIMITED', detail)
  return context.json(refusal, status)
}
