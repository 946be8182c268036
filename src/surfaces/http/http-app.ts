import { Hono } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import { admit } from './admit.js'
import { isAllowedHost } from './allowed-hosts.js'
import { answerError, answerNotFound } from './answer-error.js'
import { documentRoutes } from './document-routes.js'
import type { HttpSurface, Known } from './http-surface.js'
import { toolRoutes } from './tool-routes.js'
import { workflowRoutes } from './workflow-routes.js'

/** All that `ww serve` answers over HTTP, one line for each set of routes. */
export function createHttpApp(surface: HttpSurface): Hono<Known> {
  const app = new Hono<Known>()

  app.use(async (context, next) => {
    // A page of somebody else's that has this address under its own name must not get in (DNS rebinding).
    if (!isAllowedHost(context.req.header('host'), context.req.header('origin'))) {
      throw new WorldWeaverError('forbidden', 'This server answers its own address only')
    }
    return next()
  })
  app.get('/health/live', (context) => context.json({ status: 'ok' }))
  app.get('/health/ready', async (context) => {
    const isReady = await surface.isReady()
    return context.json({ status: isReady ? 'ready' : 'unavailable' }, isReady ? 200 : 503)
  })

  app.use('/workflow/*', admit(surface))
  app.route('/workflow', workflowRoutes(surface))

  app.use('/tools/*', admit(surface))
  app.route('/tools', toolRoutes(surface))

  app.route('/', documentRoutes(surface))

  app.notFound(answerNotFound)
  app.onError((error, context) => answerError(error, context, surface))
  return app
}
