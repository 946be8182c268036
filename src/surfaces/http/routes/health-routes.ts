import { Hono } from 'hono'
import type { HttpSurface, Known } from '../http-surface.js'

/** For load balancers and supervisors; without a key. */
export function healthRoutes({ isReady }: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  routes.get('/live', (context) => context.json({ status: 'ok' }))
  routes.get('/ready', async (context) =>
    (await isReady()) ? context.json({ status: 'ready' }) : context.json({ status: 'unavailable' }, 503),
  )
  return routes
}
