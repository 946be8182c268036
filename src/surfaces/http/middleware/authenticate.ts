import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../../errors.js'
import { isServerAdmin } from '../../../memory/access/permission.js'
import { readCredentials } from '../credentials.js'
import type { HttpSurface, Known } from '../http-surface.js'
import { readSource } from '../read-source.js'
import { isUnauthorized } from './still-authorised.js'

/** Health needs no key and ignores one that is sent. */
const health = /^\/health\/(?:live|ready)$/
export const isHealth = (path: string | undefined): boolean => health.test(path ?? '')

/** The documentation needs no key: it contains no memories, and a browser cannot send a key when it opens a page. */
const documents = /^\/(?:openapi\.json|docs)$/

/** Routes about the whole server rather than one tenant. */
const serverWide = /^\/metrics(?:\/|$)/

/** Determines the caller's access and tenant for every other route. */
export function authenticate(surface: HttpSurface): MiddlewareHandler<Known> {
  return async (context, next) => {
    const { path } = context.req
    const credentials = readCredentials((name) => context.req.header(name), context.env?.incoming?.socket)
    if (isHealth(path) || (documents.test(path) && credentials.token === undefined)) return next()
    const access = await surface.authenticate(credentials).catch((error: unknown) => {
      if (isUnauthorized(error)) context.header('WWW-Authenticate', 'Bearer')
      throw error
    })
    context.set('access', access)
    if (serverWide.test(path) && !isServerAdmin(access)) {
      throw new WorldWeaverError('forbidden', 'This needs a key of the server’s admin')
    }
    context.set('memory', await surface.memoryFor(access, readSource(context)))
    return next()
  }
}
