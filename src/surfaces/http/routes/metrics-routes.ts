import { Hono } from 'hono'
import type { HttpSurface, Known } from '../http-surface.js'

/** For Prometheus. The metrics cover every tenant, so `authenticate` only admits the server's admin. */
export function metricsRoutes({ report }: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  routes.get('/', async (context) => {
    const { contentType, text } = await report()
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  return routes
}
