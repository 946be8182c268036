import { isJsonContentType, ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/server'
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { toErrorBody, WorldWeaverError } from '../../errors.js'
import { createHttpExchanges, type Exchange } from '../mcp/http-exchange.js'
import { countedCallsIn, isListening } from '../mcp/messages-in.js'
import { HttpError, statusOf } from './http-error.js'
import type { HttpSurface, Known } from './http-surface.js'
import { limitRate, sessionNamed } from './limit-rate.js'
import { largestCall, readBody } from './read-body.js'

/** Of one body; the protocol has known no more than one at a time since June 2025. */
const mostMessages = 100

/** MCP over Streamable HTTP. What is wrong with a message is said in the protocol's shape, with the contract's as its data. */
export function mcpRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  const { log, ending, mcpOffer } = surface
  const exchanges = createHttpExchanges({ ending, onError: (error) => log.debug('protocol error', { error }) })

  const exchangeOf = (context: Context<Known>, refusals: Exchange['refusals'] = new Map()): Exchange => {
    const { access, mind } = context.var
    const label = context.req.header('mcp-session-id')
    return {
      client: label === undefined ? undefined : JSON.stringify([access.tenant, access.key, label]),
      offer: mcpOffer(context.req.queries('toolset')?.flatMap((names) => names.split(','))),
      invoke: (operation, input, options) => mind.invoke(operation, input, { ...options, access }),
      // By key: what one may follow ends with it.
      audience: { name: JSON.stringify([access.tenant, access.key]), resources: mind.resources },
      refusals,
    }
  }

  routes.all('/', async (context) => {
    const { raw } = context.req
    // The SDK says what is wrong with any other.
    const isMessage = raw.method === 'POST' && isJsonContentType(raw.headers.get('content-type'))
    if (!isMessage) return withOwnHeaders(await exchanges.answer(raw, exchangeOf(context)), context)
    const [told] = await Promise.allSettled([readMessages(raw)])
    if (told.status === 'rejected') return answerUnreadable(told.reason, context)
    if (isListening(told.value)) context.var.becomeStream()
    const refusals = await countCalls(told.value, context, surface)
    return withOwnHeaders(await exchanges.answer(raw, exchangeOf(context, refusals), told.value), context)
  })
  return routes
}

/** The SDK's answer, with what every answer of ours carries. */
function withOwnHeaders(response: Response, context: Context<Known>): Response {
  // One of HTTP's: the SDK knows no others.
  const status = response.status as StatusCode
  return context.newResponse(response.body, { status, headers: Object.fromEntries(response.headers) })
}

async function readMessages(request: Request): Promise<unknown> {
  const body = await readBody(request, { largest: largestCall })
  if (!Array.isArray(body) || body.length <= mostMessages) return body
  throw new HttpError(413, `A batch may have at most ${mostMessages} messages`)
}

/** COM10: per tenant and session, and not per connection: there is none. */
async function countCalls(body: unknown, context: Context<Known>, surface: HttpSurface): Promise<Exchange['refusals']> {
  const refusals = new Map<RequestId, WorldWeaverError>()
  for (const { id, session } of countedCallsIn(body)) {
    const counted = await sessionNamed(session, context)
    try {
      limitRate(counted, context, surface)
    } catch (error) {
      if (!(error instanceof WorldWeaverError)) throw error
      refusals.set(id, error)
    }
  }
  return refusals
}

function answerUnreadable(error: unknown, context: Context<Known>): Response {
  if (!(error instanceof WorldWeaverError)) throw error
  const status = statusOf(error)
  const code = status === 413 ? ProtocolErrorCode.InvalidRequest : ProtocolErrorCode.ParseError
  const told = { code, message: error.message, data: toErrorBody(error) }
  return context.json({ jsonrpc: '2.0', id: null, error: told }, status)
}
