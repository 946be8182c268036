import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'
import { WorldWeaverError } from '../../../errors.js'
import { readAddressing } from '../allowed-hosts.js'
import type { HttpSurface, Known } from '../http-surface.js'

/** Response headers that a page may read. */
const exposeHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
]

/** Refuses hosts and origins that are not allowed, and answers CORS for the others. */
export function cors({ isAllowed }: HttpSurface): MiddlewareHandler<Known> {
  // There are no cookies, so an allowed page still needs its key. It may send any headers.
  const share = honoCors({
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST', 'DELETE'],
    exposeHeaders,
    maxAge: 600,
  })
  return async (context, next) => {
    const { req } = context
    if (!isAllowed(readAddressing((name) => req.header(name)))) {
      throw new WorldWeaverError(
        'forbidden',
        'This server answers only allowed host names (--allow-host) and pages of its own or of allowed origins (--allow-origin)',
      )
    }
    return req.header('origin') === undefined ? next() : share(context, next)
  }
}
