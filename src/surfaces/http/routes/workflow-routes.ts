import { Hono } from 'hono'
import type { z } from 'zod'
import { answerInput } from '../../../operations/workflow/answer-workflow.js'
import { executeInput } from '../../../operations/workflow/execute-workflow.js'
import type { HttpSurface, Known } from '../http-surface.js'
import { isMalformed, limitRate } from '../middleware/limit-rate.js'
import { maxMessageBytes, readJson } from '../read-body.js'

/** COM10: what the calls take, and what they cost. */
const calls: Readonly<Record<string, { readonly input: z.ZodType; readonly cost: number }>> = {
  '/workflow/execute': { input: executeInput, cost: 5 },
  '/workflow/ai-answer': { input: answerInput, cost: 2 },
}

/** The workflow door over HTTP; its stream is a WebSocket. */
export function workflowRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  routes.post('*', async (context, next) => {
    const [read] = await Promise.allSettled([readJson(context.req.raw, { maxBytes: maxMessageBytes })])
    const body = read.status === 'fulfilled' ? read.value : undefined
    const session = await context.get('memory').workflow.sessionOf(body)
    const call = Object.hasOwn(calls, context.req.path) ? calls[context.req.path] : undefined
    const malformed = isMalformed(context, () => call?.input.safeParse(body).success === true)
    limitRate({ session, cost: call?.cost ?? 1, isMalformed: malformed }, context, surface)
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
