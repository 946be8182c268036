import { Hono } from 'hono'
import type { HttpSurface, Known } from './http-surface.js'
import { limitRate } from './limit-rate.js'
import { largestMessage, readBody } from './read-body.js'

/** The workflow door over HTTP; its stream is a socket of its own. */
export function workflowRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  routes.post('*', async (context, next) => {
    const [told] = await Promise.allSettled([readBody(context.req.raw, { largest: largestMessage })])
    const body = told.status === 'fulfilled' ? told.value : undefined
    limitRate(await context.get('mind').workflow.sessionOf(body), context, surface)
    if (told.status === 'rejected') throw told.reason
    context.set('body', told.value)
    return next()
  })
  routes.post('/execute', async (context) => {
    const { isNew, answer } = await context.get('mind').workflow.execute(context.get('body'))
    return context.json(answer, isNew ? 201 : 200)
  })
  routes.post('/ai-answer', async (context) =>
    context.json(await context.get('mind').workflow.answer(context.get('body')), 200),
  )
  return routes
}
