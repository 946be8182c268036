import type { Context, MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../../errors.js'
import type { Access } from '../../../memory/access/access.js'
import type { HttpSurface, Known } from '../http-surface.js'
import { createInFlight } from './in-flight.js'

/** Seconds; enough for some of the client's own requests to finish. */
const retryAfter = 1

/** Requests and streams are counted per tenant and key. */
export const callerOf = ({ tenant, key }: Access): string => `${tenant}/${key ?? ''}`

/**
 * Limits the concurrent requests per key. Callers without a key are on the server's own machine and are limited by the
 * number of connections. A request that stays open calls `becomeStream` first and is counted as a stream instead.
 */
export function limitRequests({ limits, streams, metrics }: HttpSurface): MiddlewareHandler<Known> {
  const requests = createInFlight(limits.maxRequests)
  return async (context, next) => {
    const { access, whenOver } = context.var
    // Health and documentation have no caller.
    if (access === undefined) return next()
    const leave = access.key === null ? () => {} : requests.enter(callerOf(access))
    if (leave === undefined) {
      metrics.refused('requests')
      throw tooMany(context, `At most ${limits.maxRequests} requests at a time`)
    }
    whenOver(leave)
    context.set('becomeStream', () => {
      const leaveStream = streams.enter(callerOf(access))
      if (leaveStream === undefined) {
        metrics.refused('streams')
        throw tooMany(context, `At most ${limits.maxStreams} streams at a time`)
      }
      whenOver(leaveStream)
      leave()
      context.var.neverLate()
    })
    return next()
  }
}

function tooMany(context: Context<Known>, message: string): WorldWeaverError {
  context.header('Retry-After', String(retryAfter))
  return new WorldWeaverError('rate_limited', message, { retryAfter })
}
