import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import { concernsServer } from '../../memory/access/permission.js'
import { readCredentials } from './credentials.js'
import type { HttpSurface, Known } from './http-surface.js'
import { isUnauthorized } from './still-admitted.js'

/** The only routes that anybody may ask: whether the server lives, and nothing else. */
const open = /^\/health\/(?:live|ready)$/

/** What tells of the whole server, whoever adds the route. */
const ofServer = /^\/metrics(?:\/|$)/

/** Every route but those of health stands behind this: whose memory is it, and what may the caller do there. */
export function admit(surface: HttpSurface): MiddlewareHandler<Known> {
  return async (context, next) => {
    const { path } = context.req
    // Another set of routes may ask for it once more.
    if (open.test(path) || context.get('access') !== undefined) return next()
    try {
      context.set('access', await surface.admit(readCredentials((name) => context.req.header(name))))
    } catch (error) {
      if (isUnauthorized(error)) context.header('WWW-Authenticate', 'Bearer')
      throw error
    }
    const access = context.get('access')
    if (ofServer.test(path) && !concernsServer(access)) {
      throw new WorldWeaverError('forbidden', 'This is for the admin of the server')
    }
    context.set('mind', await surface.mindOf(access))
    return next()
  }
}
