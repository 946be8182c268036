import { type Context, Hono } from 'hono'
import { notFound } from '../../errors.js'
import { isObject } from '../../memory/is-object.js'
import { operations } from '../../operations/index.js'
import type { Operation } from '../../operations/operation.js'
import { HttpError } from './http-error.js'
import type { HttpSurface, Known } from './http-surface.js'
import { limitRate, sessionNamed } from './limit-rate.js'
import { largestCall, readBody } from './read-body.js'

const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))

/** Every operation of the front, memory and workspace doors as `POST /tools/{name}`: its input in, its output out. */
export function toolRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()

  routes.post('/:name', async (context) => {
    const [told] = await Promise.allSettled([readInput(context)])
    const named = told.status === 'fulfilled' && isObject(told.value) ? told.value.session_id : undefined
    limitRate(await sessionNamed(named, context), context, surface)
    if (told.status === 'rejected') throw told.reason
    const { access, mind } = context.var
    // GWT1: what the workspace door refuses to do is an answer like any other.
    return context.json(await mind.invoke(operationOf(context), told.value, { access }))
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
