import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { WorldWeaverError } from '../../errors.js'
import type { HttpSurface, Known } from './http-surface.js'

/** What a page may read of an answer besides its body. */
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

/** Nothing is answered to, or done for, an address or a page that is not allowed; to the others what a browser asks. */
export function answerBrowsers({ isAllowed }: HttpSurface): MiddlewareHandler<Known> {
  // There are no cookies: a page that is allowed here still needs its key. Which headers it sends is its own affair.
  const share = cors({
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST', 'DELETE'],
    exposeHeaders,
    maxAge: 600,
  })
  return async (context, next) => {
    const { req } = context
    if (!isAllowed(req.header('host'), req.header('origin'))) {
      throw new WorldWeaverError(
        'forbidden',
        'This server answers only names (--allow-host) and pages (--allow-origin) that it was told of',
      )
    }
    return req.header('origin') === undefined ? next() : share(context, next)
  }
}
