import { Hono } from 'hono'
import type { HttpSurface, Known } from './http-surface.js'

/** For Prometheus. They tell of every tenant: `admit` lets in nobody but who runs the server. */
export function metricsRoutes({ report }: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  routes.get('/', async (context) => {
    const { contentType, text } = await report()
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  return routes
}
