import { Hono } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import type { HttpSurface, Known } from './http-surface.js'

/** For Prometheus, with an admin's key. */
export function metricsRoutes({ report }: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  routes.get('/', async (context) => {
    const access = context.get('access')
    if (access.role !== 'admin') throw new WorldWeaverError('forbidden', 'This needs the role admin')
    const { contentType, text } = await report(access)
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  return routes
}
