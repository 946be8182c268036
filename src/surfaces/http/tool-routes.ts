import { type Context, Hono } from 'hono'
import { notFound } from '../../errors.js'
import { isJsonObject } from '../../memory/is-object.js'
import type { Json, JsonObject } from '../../memory/memory.js'
import { operations } from '../../operations/index.js'
import type { Operation } from '../../operations/operation.js'
import { HttpError } from './http-error.js'
import type { HttpSurface, Known } from './http-surface.js'
import { limitRate } from './limit-rate.js'
import { largestCall, readBody } from './read-body.js'

const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))

/** Every operation of the front, memory and workspace doors as `POST /tools/{name}`: its input in, its output out. */
export function toolRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()

  routes.post('/:name', async (context) => {
    const [told] = await Promise.allSettled([readInput(context)])
    limitRate(await sessionOf(told.status === 'fulfilled' ? told.value : undefined, context), context, surface)
    if (told.status === 'rejected') throw told.reason
    const options = { access: context.get('access'), signal: context.req.raw.signal }
    // GWT1: what the workspace door refuses to do is an answer like any other.
    return context.json(await context.get('mind').invoke(operationOf(context), told.value, options))
  })

  routes.all('/:name', (context) => {
    operationOf(context)
    context.header('Allow', 'POST')
    throw new HttpError(405, 'An operation is called by POST')
  })

  return routes
}

function operationOf(context: Context<Known>): Operation {
  const operation = byName.get(context.req.param('name') ?? '')
  if (operation === undefined) throw notFound('Operation')
  return operation
}

/** Known by its identity: nothing was sent. */
const nothing = {}

/** A page of somebody else's can send a form, or text of no type, without asking first; JSON it cannot. */
async function readInput({ req }: Context<Known>): Promise<unknown> {
  const type = req.header('content-type')
  if (type !== undefined && !jsonType.test(type)) throw notJson()
  const input = await readBody(req.raw, { largest: largestCall, whenEmpty: nothing })
  if (type === undefined && input !== nothing) throw notJson()
  return input
}

const jsonType = /^application\/json *(?:; *charset="?utf-8"? *)?$/i
const notJson = () => new HttpError(415, 'The Content-Type must be application/json, in UTF-8', 'Content-Type')

/** COM10: for whom a call counts, before it is judged. What could not be a session's name is nobody's. */
function sessionOf(input: unknown, context: Context<Known>): Promise<string> {
  // Parsed from JSON: whatever it is, it is that.
  const { session_id = null } = isJsonObject(input as Json) ? (input as JsonObject) : {}
  return context.get('mind').workflow.sessionOf({ preferences: { session_id } })
}
