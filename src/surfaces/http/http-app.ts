import { Hono } from 'hono'
import { accountRequest } from './account-request.js'
import { admit } from './admit.js'
import { answerBrowsers } from './answer-browsers.js'
import { answerError, answerNotFound } from './answer-error.js'
import { attendMind } from './attend-mind.js'
import { documentRoutes } from './document-routes.js'
import { giveUp } from './give-up.js'
import type { HttpSurface, Known } from './http-surface.js'
import { limitRequests } from './limit-requests.js'
import { mcpRoutes } from './mcp-routes.js'
import { metricsRoutes } from './metrics-routes.js'
import { toolRoutes } from './tool-routes.js'
import { workflowRoutes } from './workflow-routes.js'

/** All that `ww serve` answers over HTTP, one line for each set of routes. */
export function createHttpApp(surface: HttpSurface): Hono<Known> {
  const app = new Hono<Known>()

  app.use(accountRequest(surface), giveUp(surface))
  app.use(answerBrowsers(surface))
  // Answers hold what anybody stored: a browser takes them for what they say they are.
  app.use(async (context, next) => {
    await next()
    context.res.headers.set('X-Content-Type-Options', 'nosniff')
  })
  // Before any route: one that is added is not forgotten, and one that is not there cannot be told from one that is.
  app.use(admit(surface), limitRequests(surface), attendMind(surface))
  app.get('/health/live', (context) => context.json({ status: 'ok' }))
  app.get('/health/ready', async (context) => {
    const isReady = await surface.isReady()
    return context.json({ status: isReady ? 'ready' : 'unavailable' }, isReady ? 200 : 503)
  })

  app.route('/workflow', workflowRoutes(surface))
  app.route('/tools', toolRoutes(surface))
  app.route('/mcp', mcpRoutes(surface))
  app.route('/metrics', metricsRoutes(surface))
  app.route('/', documentRoutes(surface))

  app.notFound(answerNotFound)
  app.onError((error, context) => answerError(error, context, surface))
  return app
}
