import type { Context, MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import type { Access } from '../../memory/access/access.js'
import type { HttpSurface, Known } from './http-surface.js'
import { createInFlight } from './in-flight.js'

/** By the time a client has turned round, some of its own requests are over. */
const retryAfter = 1

/** Whose requests and streams are counted together. */
export const callerOf = ({ tenant, key }: Access): string => `${tenant}/${key ?? ''}`

/**
 * So many requests of one key at a time. Callers without a key are on the server's own machine: what bounds them is the
 * number of connections. What stays open says so before it begins, and is counted as a stream instead.
 */
export function limitRequests({ limits, streams, metrics }: HttpSurface): MiddlewareHandler<Known> {
  const requests = createInFlight(limits.mostRequests)
  return async (context, next) => {
    const { access, whenOver } = context.var
    // Health is for everybody.
    if (access === undefined) return next()
    const leave = access.key === null ? () => {} : requests.enter(callerOf(access))
    if (leave === undefined) {
      metrics.refused('requests')
      throw tooMany(context, `At most ${limits.mostRequests} requests at a time`)
    }
    whenOver(leave)
    context.set('becomeStream', () => {
      const leaveStream = streams.enter(callerOf(access))
      if (leaveStream === undefined) {
        metrics.refused('streams')
        throw tooMany(context, `At most ${limits.mostStreams} streams at a time`)
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
