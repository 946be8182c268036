import { Hono } from 'hono'
import type { HttpSurface, Known } from '../http-surface.js'
import { limitRate } from '../middleware/limit-rate.js'
import { maxMessageBytes, readBody } from '../read-body.js'

/** The workflow door over HTTP; its stream is a WebSocket. */
export function workflowRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  routes.post('*', async (context, next) => {
    const [read] = await Promise.allSettled([readBody(context.req.raw, { maxBytes: maxMessageBytes })])
    const body = read.status === 'fulfilled' ? read.value : undefined
    limitRate(await context.get('memory').workflow.sessionOf(body), context, surface)
    if (read.status === 'rejected') throw read.reason
    context.set('body', read.value)
    return next()
  })
  routes.post('/execute', async (context) => {
    const { isNew, answer } = await context.get('memory').workflow.execute(context.get('body'))
    return context.json(answer, isNew ? 201 : 200)
  })
  routes.post('/ai-answer', async (context) =>
    context.json(await context.get('memory').workflow.answer(context.get('body')), 200),
  )
  return routes
}
