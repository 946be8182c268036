import { isJsonContentType, ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/server'
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { toErrorBody, WorldWeaverError } from '../../../errors.js'
import { operations } from '../../../operations/index.js'
import { costOf } from '../../../operations/machinery/cost.js'
import type { Operation } from '../../../operations/machinery/operation.js'
import { type MessageBody, toMessageBody } from '../../mcp/client-message.js'
import { clientOfSession, createHttpExchanges, type Exchange } from '../../mcp/http-exchange.js'
import { HttpError, statusOf } from '../http-error.js'
import type { HttpSurface, Known } from '../http-surface.js'
import { isMalformed, limitRate, sessionNamed } from '../middleware/limit-rate.js'
import { maxCallBytes, readBody } from '../read-body.js'
import { readClient } from '../read-source.js'

const operationsByName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))

/** Per batch; protocols since June 2025 have no batches. */
const maxMessages = 100

/** MCP over Streamable HTTP. Errors have the protocol's shape and carry ours as their data. */
export function mcpRoutes(surface: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  const { log, ending, mcpOffer } = surface
  const exchanges = createHttpExchanges({ ending, onError: (error) => log.debug('protocol error', { error }) })

  const exchangeOf = (context: Context<Known>, refusals: Exchange['refusals'] = new Map()): Exchange => {
    const { access, memory } = context.var
    const label = context.req.header('mcp-session-id')
    return {
      named: clientOfSession(label) ?? readClient(context) ?? undefined,
      client: label === undefined ? undefined : JSON.stringify([access.tenant, access.key, label]),
      offer: mcpOffer(context.req.queries('toolset')?.flatMap((names) => names.split(','))),
      invoke: (operation, input, options) => memory.invoke(operation, input, { ...options, access }),
      // One audience per key, because a revoked key ends its subscriptions.
      audience: { name: JSON.stringify([access.tenant, access.key]), resources: memory.resources },
      refusals,
    }
  }

  routes.all('/', async (context) => {
    const { raw } = context.req
    // The SDK answers what is wrong with any other request.
    const isMessage = raw.method === 'POST' && isJsonContentType(raw.headers.get('content-type'))
    if (!isMessage) return withOwnHeaders(await exchanges.answer(raw, exchangeOf(context)), context)
    const [read] = await Promise.allSettled([readMessages(raw)])
    if (read.status === 'rejected') {
      // COM10: it names no session, so the owner's windows have nothing to count.
      if (context.var.access.key !== null) limitRate({ session: '', cost: 1, isMalformed: true }, context, surface)
      return answerUnreadable(read.reason, context)
    }
    const body = read.value
    const tooMany = countOthers(body, context, surface)
    if (tooMany !== undefined) return answerRefused(tooMany, body, context)
    if (body.single?.kind === 'listen') context.var.becomeStream()
    const refusals = await countCalls(body, context, surface)
    return withOwnHeaders(await exchanges.answer(raw, exchangeOf(context, refusals), body), context)
  })
  return routes
}

/** The SDK's response with the headers that the middleware set. */
function withOwnHeaders(response: Response, context: Context<Known>): Response {
  // The SDK answers with HTTP's own status codes only.
  const status = response.status as StatusCode
  return context.newResponse(response.body, { status, headers: Object.fromEntries(response.headers) })
}

async function readMessages(request: Request): Promise<MessageBody> {
  const body = toMessageBody(await readBody(request, { maxBytes: maxCallBytes }))
  if (body.messages.length <= maxMessages) return body
  throw new HttpError(413, `A batch may have at most ${maxMessages} messages`)
}

/** COM10: per tenant and session rather than per connection. */
async function countCalls(
  { messages }: MessageBody,
  context: Context<Known>,
  surface: HttpSurface,
): Promise<Exchange['refusals']> {
  const refusals = new Map<RequestId, WorldWeaverError>()
  for (const { id, ...message } of messages) {
    if (id === undefined || message.kind !== 'call') continue
    const session = await sessionNamed(message.session, context)
    const operation = typeof message.tool === 'string' ? operationsByName.get(message.tool) : undefined
    const cost = operation === undefined ? 1 : costOf(operation)
    const isRead = message.tool === undefined
    const isValid = () => isRead || operation?.input.safeParse(message.input).success === true
    try {
      limitRate({ session, cost, isMalformed: isMalformed(context, isValid) }, context, surface)
    } catch (error) {
      if (!(error instanceof WorldWeaverError)) throw error
      refusals.set(id, error)
    }
  }
  return refusals
}

/** Lists, handshakes and the like are no calls of a session, but cost their key and tenant something. All or none. */
function countOthers(
  { messages }: MessageBody,
  context: Context<Known>,
  surface: HttpSurface,
): WorldWeaverError | undefined {
  const others = messages.filter(({ id, kind }) => id !== undefined && kind !== 'call')
  if (others.length === 0) return undefined
  try {
    limitRate({ session: null, cost: others.length }, context, surface)
  } catch (error) {
    if (error instanceof WorldWeaverError) return error
    throw error
  }
  return undefined
}

function answerRefused(error: WorldWeaverError, { single }: MessageBody, context: Context<Known>): Response {
  const body = { code: statusOf(error), message: error.message, data: toErrorBody(error) }
  return context.json({ jsonrpc: '2.0', id: single?.id ?? null, error: body }, statusOf(error))
}

function answerUnreadable(error: unknown, context: Context<Known>): Response {
  if (!(error instanceof WorldWeaverError)) throw error
  const status = statusOf(error)
  const code = status === 413 ? ProtocolErrorCode.InvalidRequest : ProtocolErrorCode.ParseError
  const body = { code, message: error.message, data: toErrorBody(error) }
  return context.json({ jsonrpc: '2.0', id: null, error: body }, status)
}
