import { type Context, Hono } from 'hono'
import { notFound } from '../../../errors.js'
import { operations } from '../../../operations/index.js'
import { costOf } from '../../../operations/machinery/cost.js'
import type { Operation } from '../../../operations/machinery/operation.js'
import { isObject } from '../../../plain-object.js'
import { answerJson } from '../answer-json.js'
import { HttpError } from '../http-error.js'
import type { HttpSurface, Known } from '../http-surface.js'
import { isMalformed, limitRate, sessionNamed } from '../middleware/limit-rate.js'
import { maxCallBytes, readJson } from '../read-body.js'

const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))

/** Every operation of the front, memory and workspace doors as `POST /tools/{name}`: its input in, its output out. */
export function toolRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()

  routes.post('/:name', async (context) => {
    // An unreadable body counts towards the rate limit, too.
    const [read] = await Promise.allSettled([readJson(context.req.raw, { maxBytes: maxCallBytes, whenEmpty: {} })])
    const named = read.status === 'fulfilled' && isObject(read.value) ? read.value.session_id : undefined
    const operation = byName.get(context.req.param('name'))
    const isValid = () => read.status === 'fulfilled' && operation?.input.safeParse(read.value).success === true
    const cost = operation === undefined ? 1 : costOf(operation)
    const session = await sessionNamed(named, context)
    limitRate({ session, cost, isMalformed: isMalformed(context, isValid) }, context, surface)
    if (read.status === 'rejected') throw read.reason
    const { access, memory } = context.var
    // GWT1: a refusal of the workspace door is a normal response.
    return answerJson(await memory.invoke(operationOf(context), read.value, { access }), context)
  })

  routes.all('/:name', (context) => {
    operationOf(context)
    context.header('Allow', 'POST')
    throw new HttpError(405, 'Operations are called with POST')
  })

  return routes
}

function operationOf(context: Context<Known>): Operation {
  const operation = byName.get(context.req.param('name') ?? '')
  if (operation === undefined) throw notFound('Operation')
  return operation
}
