import { Hono } from 'hono'
import { answerError, answerNotFound } from './answer-error.js'
import type { HttpSurface, Known } from './http-surface.js'
import { accessLog } from './middleware/access-log.js'
import { authenticate } from './middleware/authenticate.js'
import { cors } from './middleware/cors.js'
import { instrumentRequest } from './middleware/instrument-request.js'
import { limitRequests } from './middleware/limit-requests.js'
import { requestTimeout } from './middleware/request-timeout.js'
import { documentRoutes } from './routes/document-routes.js'
import { healthRoutes } from './routes/health-routes.js'
import { mcpRoutes } from './routes/mcp-routes.js'
import { metricsRoutes } from './routes/metrics-routes.js'
import { toolRoutes } from './routes/tool-routes.js'
import { workflowRoutes } from './routes/workflow-routes.js'

/** The HTTP side of `ww serve`. */
export function createHttpApp(surface: HttpSurface): Hono<Known> {
  const app = new Hono<Known>()

  // Before all routes: a new route cannot forget its check, and a caller without a key cannot tell which paths exist.
  app.use(accessLog(surface))
  app.use(requestTimeout(surface))
  app.use(cors(surface))
  app.use(async (context, next) => {
    await next()
    // Responses contain stored text, so a browser must not guess their type.
    context.res.headers.set('X-Content-Type-Options', 'nosniff')
  })
  app.use(authenticate(surface))
  app.use(limitRequests(surface))
  app.use(instrumentRequest(surface))

  app.route('/health', healthRoutes(surface))
  app.route('/workflow', workflowRoutes(surface))
  app.route('/tools', toolRoutes(surface))
  app.route('/mcp', mcpRoutes(surface))
  app.route('/metrics', metricsRoutes(surface))
  app.route('/', documentRoutes(surface))

  app.notFound(answerNotFound)
  app.onError((error, context) => answerError(error, context, surface))
  return app
}
