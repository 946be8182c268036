import { Hono } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import type { RateLimit } from '../../memory/rate-limit.js'
import { concealed } from '../../operations/concealed.js'
import { WorkflowRefusal } from '../../operations/workflow/advance.js'
import type { WorkflowDoor } from '../../operations/workflow/workflow-door.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { isAllowedHost } from './allowed-hosts.js'
import { limitRate } from './limit-rate.js'
import { readBody } from './read-body.js'
import { toWorkflowError, workflowError } from './workflow-error.js'

export interface HttpSurface {
  readonly door: WorkflowDoor
  readonly rateLimit: { readonly limit: number; readonly window: RateLimit }
  readonly clock: Clock
  readonly log: Log
  /** Whether the store answers. */
  readonly isReady: () => Promise<boolean>
}

/** What a POST has told, once it has been counted. */
export interface Told {
  readonly Variables: { readonly body: unknown }
}

/** The workflow door over HTTP. */
export function createHttpApp(surface: HttpSurface): Hono<Told> {
  const { door, log } = surface
  const app = new Hono<Told>()

  app.use(async (context, next) => {
    // A page of somebody else's that has this address under its own name must not get in (DNS rebinding).
    if (!isAllowedHost(context.req.header('host'), context.req.header('origin'))) {
      return context.json(workflowError(403, 'FORBIDDEN', 'This server answers its own address only').body, 403)
    }
    return next()
  })
  app.get('/health/live', (context) => context.json({ status: 'ok' }))
  app.get('/health/ready', async (context) => {
    const isReady = await surface.isReady()
    return context.json({ status: isReady ? 'ready' : 'unavailable' }, isReady ? 200 : 503)
  })

  app.post('/workflow/*', async (context, next) => {
    const [told] = await Promise.allSettled([readBody(context.req.raw)])
    const refusal = await limitRate(told.status === 'fulfilled' ? told.value : undefined, context, surface)
    if (refusal !== undefined) return refusal
    if (told.status === 'rejected') throw told.reason
    context.set('body', told.value)
    return next()
  })
  app.post('/workflow/execute', async (context) => {
    const { isNew, answer } = await door.execute(context.get('body'))
    return context.json(answer, isNew ? 201 : 200)
  })
  app.post('/workflow/ai-answer', async (context) => context.json(await door.answer(context.get('body')), 200))

  app.notFound((context) => context.json(workflowError(404, 'NOT_FOUND', 'There is nothing here').body, 404))
  app.onError((error, context) => {
    const known = error instanceof WorldWeaverError || error instanceof WorkflowRefusal
    const { status, body } = toWorkflowError(known ? error : concealed(error, 'request', { log }))
    return context.json(body, status)
  })
  return app
}
