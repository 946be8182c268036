import type { MiddlewareHandler } from 'hono'
import type { HttpSurface, Known } from './http-surface.js'

/** Every route but those of health stands behind this: whose memory is it, and what may the caller do there. */
export function admit(surface: HttpSurface): MiddlewareHandler<Known> {
  return async (context, next) => {
    const access = await surface.admit(bearerToken(context.req.header('authorization')))
    context.set('access', access)
    context.set('mind', await surface.mindOf(access))
    return next()
  }
}

/** RFC 6750. */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1]
