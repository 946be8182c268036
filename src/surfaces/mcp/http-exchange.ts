import {
  createMcpHandler,
  isInitializeRequest,
  type McpHttpHandler,
  type RequestId,
} from '@modelcontextprotocol/server'
import type { WorldWeaverError } from '../../errors.js'
import type { Operation } from '../../operations/operation.js'
import type { CallOptions } from '../../operations/operation-context.js'
import { type Cancellations, createCancellations } from './cancellations.js'
import { type Audience, createListenStreams, type ListenStreams } from './listen-streams.js'
import { createMcpServer } from './mcp-server.js'
import type { Message } from './messages-in.js'
import { createOperationTools } from './operation-tools.js'

/** Which tools are offered, and what is said of them. */
export interface McpOffer {
  readonly version: string
  readonly instructions: string
  readonly operations: readonly Operation[]
}

/** One request of a client: what it may touch. */
export interface Exchange {
  /** Whose numbers its requests carry, where the client lets that be known. */
  readonly client: string | undefined
  readonly offer: McpOffer
  readonly invoke: (operation: Operation, input: unknown, options?: CallOptions) => Promise<Record<string, unknown>>
  /** Who hears of changes, should the request ask for that. */
  readonly audience: Audience
  /** COM10: calls of the body that were one too many. */
  readonly refusals: ReadonlyMap<RequestId, WorldWeaverError>
}

export interface HttpExchanges {
  /** `body` is the request's, read already; without one the SDK says what is wrong with the request. */
  answer(request: Request, exchange: Exchange, body?: unknown): Promise<Response>
}

interface Options {
  /** The server is going away: whoever listens is told. */
  readonly ending: AbortSignal
  readonly onError: (error: unknown) => void
}

/**
 * Streamable HTTP in both eras of the protocol, with a server for each request: nothing is kept from one to the next, so
 * that after a restart, or in another process, a client goes on.
 */
export function createHttpExchanges({ ending, onError }: Options): HttpExchanges {
  const parts = { streams: createListenStreams(onError), cancellations: createCancellations() }
  const listening = new Set<McpHttpHandler>()
  ending.addEventListener('abort', () => {
    for (const handler of listening) handler.close().catch(onError)
  })
  return {
    answer: (request, exchange, body) => answerExchange(request, exchange, body, { ...parts, listening, onError }),
  }
}

interface Parts {
  readonly streams: ListenStreams
  readonly cancellations: Cancellations
  readonly listening: Set<McpHttpHandler>
  readonly onError: (error: unknown) => void
}

async function answerExchange(
  request: Request,
  { client, offer, invoke, audience, refusals }: Exchange,
  body: unknown,
  { streams, cancellations, listening, onError }: Parts,
): Promise<Response> {
  // A batch is of a time that knew no listening; one of its requests cannot be given up without the others.
  const message: Message = Array.isArray(body) ? {} : ((body ?? {}) as Message)
  const stream = await streams.open(message, audience, {
    onEnd: () => listening.delete(handler),
    onDenied: () => handler.close().catch(onError),
  })
  const cancellation = client === undefined ? undefined : cancellations.take(client, message)
  const tools = createOperationTools(offer.operations, invoke)
  const handler = createMcpHandler(
    ({ era }) => {
      const mcp = createMcpServer({
        ...offer,
        loadTools: async () => tools,
        loadResources: async () => audience.resources,
        // What the protocol of 2025 subscribes to hangs on a session of its own, and would be lost with the process.
        tellsChanges: era === 'modern',
        countCall: (id) => refusals.get(id),
      })
      mcp.server.onclose = () => cancellation?.end()
      return mcp
    },
    { onerror: onError, ...(stream === undefined ? {} : stream) },
  )
  const response = await handler.fetch(withSignal(request, cancellation?.signal), { parsedBody: body })
  if (stream?.keepIfTaken()) listening.add(handler)
  // One whose answer is a stream ends with it.
  if (response.headers.get('Content-Type') !== 'text/event-stream') cancellation?.end()
  // Known again in what the client sends next, for one purpose: which request it gives up on.
  if (isInitializeRequest(body) && response.ok) response.headers.set('Mcp-Session-Id', crypto.randomUUID())
  return response
}

/** The same request, which ends also with the signal. */
const withSignal = (request: Request, signal: AbortSignal | undefined): Request =>
  signal === undefined
    ? request
    : new Request(request.url, {
        method: request.method,
        headers: request.headers,
        signal: AbortSignal.any([request.signal, signal]),
      })
