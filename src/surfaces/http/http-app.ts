import { type Context, Hono } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import { concealed } from '../../operations/concealed.js'
import { WorkflowRefusal } from '../../operations/workflow/advance.js'
import { admit } from './admit.js'
import { isAllowedHost } from './allowed-hosts.js'
import type { HttpSurface, Known } from './http-surface.js'
import { toWorkflowError, workflowError } from './workflow-error.js'
import { workflowRoutes } from './workflow-routes.js'

/** All that `ww serve` answers over HTTP, one line for each set of routes. */
export function createHttpApp(surface: HttpSurface): Hono<Known> {
  const { log } = surface
  const app = new Hono<Known>()

  app.use(async (context, next) => {
    // A page of somebody else's that has this address under its own name must not get in (DNS rebinding).
    if (!isAllowedHost(context.req.header('host'), context.req.header('origin'))) {
      return context.json(workflowError(403, 'FORBIDDEN', 'This server answers its own address only').body, 403)
    }
    return next()
  })
  // Before any route: one that is added is not forgotten, and one that is not there cannot be told from one that is.
  app.use(admit(surface))
  app.get('/health/live', (context) => context.json({ status: 'ok' }))
  app.get('/health/ready', async (context) => {
    const isReady = await surface.isReady()
    return context.json({ status: isReady ? 'ready' : 'unavailable' }, isReady ? 200 : 503)
  })

  app.route('/workflow', workflowRoutes(surface))

  app.notFound((context) => context.json(workflowError(404, 'NOT_FOUND', 'There is nothing here').body, 404))
  app.onError((error, context) => answerError(error, context))
  return app

  function answerError(error: unknown, context: Context): Response {
    const known = error instanceof WorldWeaverError || error instanceof WorkflowRefusal
    const { status, body } = toWorkflowError(known ? error : concealed(error, 'request', { log }))
    return context.json(body, status)
  }
}
