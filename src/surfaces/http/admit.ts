import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import { concernsServer } from '../../memory/access/permission.js'
import { readCredentials } from './credentials.js'
import type { HttpSurface, Known } from './http-surface.js'
import { isUnauthorized } from './still-admitted.js'

/** Whether the server lives is told to anybody, whatever key they show. */
const health = /^\/health\/(?:live|ready)$/

/**
 * What this program can do is told to whoever shows no key: it is nobody's memory, and a browser that opens a page has
 * no way to send one.
 */
const documents = /^\/(?:openapi\.json|docs)$/

/** What tells of the whole server, whoever adds the route. */
const ofServer = /^\/metrics(?:\/|$)/

/** Every other route stands behind this: whose memory is it, and what may the caller do there. */
export function admit(surface: HttpSurface): MiddlewareHandler<Known> {
  return async (context, next) => {
    const { path } = context.req
    const credentials = readCredentials((name) => context.req.header(name))
    if (health.test(path) || (documents.test(path) && credentials.token === undefined)) return next()
    const access = await surface.admit(credentials).catch((error: unknown) => {
      if (isUnauthorized(error)) context.header('WWW-Authenticate', 'Bearer')
      throw error
    })
    context.set('access', access)
    if (ofServer.test(path) && !concernsServer(access)) {
      throw new WorldWeaverError('forbidden', 'This is for the admin of the server')
    }
    context.set('mind', await surface.mindOf(access))
    return next()
  }
}
