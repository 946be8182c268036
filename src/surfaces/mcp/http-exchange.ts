import {
  createMcpHandler,
  isInitializeRequest,
  type McpHttpHandler,
  type RequestId,
} from '@modelcontextprotocol/server'
import type { WorldWeaverError } from '../../errors.js'
import { clientName } from '../../memory/origin.js'
import type { Operation } from '../../operations/machinery/operation.js'
import type { CallOptions } from '../../operations/machinery/operation-context.js'
import { createCancellations } from './cancellations.js'
import type { MessageBody } from './client-message.js'
import { type Audience, createListenStreams } from './listen-streams.js'
import { createMcpServer } from './mcp-server.js'
import { createOperationTools } from './operation-tools.js'

/** The tools that are offered, and the instructions for them. */
export interface McpOffer {
  readonly version: string
  readonly instructions: string
  readonly operations: readonly Operation[]
}

/** What one request of a client may access. */
export interface Exchange {
  /** The client whose request ids these are; undefined if the client does not identify itself. */
  readonly client: string | undefined
  /** What the client calls itself: in its handshake, which this server answered with the session's name, or by HTTP. */
  readonly named: string | undefined
  readonly offer: McpOffer
  readonly invoke: (operation: Operation, input: unknown, options?: CallOptions) => Promise<Record<string, unknown>>
  /** The subscribers that a `subscriptions/listen` request joins. */
  readonly audience: Audience
  /** COM10: calls of the body that exceed the rate limit. */
  readonly refusals: ReadonlyMap<RequestId, WorldWeaverError>
}

export interface HttpExchanges {
  /** Without a body the SDK answers what is wrong with the request. */
  answer(request: Request, exchange: Exchange, body?: MessageBody): Promise<Response>
}

interface Options {
  /** Aborts when the server stops: open streams are closed. */
  readonly ending: AbortSignal
  readonly onError: (error: unknown) => void
}

/**
 * Streamable HTTP in both eras of the protocol, with one MCP server per request: no state outlives a request, so clients
 * carry on after a restart or with another process.
 */
export function createHttpExchanges({ ending, onError }: Options): HttpExchanges {
  const streams = createListenStreams(onError)
  const cancellations = createCancellations()
  const listening = new Set<McpHttpHandler>()
  ending.addEventListener('abort', () => {
    for (const handler of listening) handler.close().catch(onError)
  })

  return {
    async answer(request, { client, named, offer, invoke, audience, refusals }, { json, single } = noBody) {
      const stream =
        single?.kind === 'listen'
          ? await streams.open(single.wanted, audience, {
              onEnd: () => listening.delete(handler),
              onOver: () => handler.close().catch(onError),
            })
          : undefined
      if (client !== undefined && single?.kind === 'cancel') cancellations.cancel(client, single.requestId)
      const cancellation =
        client === undefined || single?.id === undefined ? undefined : cancellations.open(client, single.id)
      const tools = createOperationTools(offer.operations, invoke)
      const handler = createMcpHandler(
        ({ era }) => {
          const mcp = createMcpServer({
            ...offer,
            door: 'mcp-http',
            ...(named === undefined ? {} : { client: named }),
            loadTools: async () => tools,
            loadResources: async () => audience.resources,
            // Subscriptions of the 2025 protocol belong to a session, which would be lost with the process.
            tellsChanges: era === 'modern',
            countCall: (id) => refusals.get(id),
          })
          mcp.server.onclose = () => cancellation?.end()
          return mcp
        },
        { onerror: onError, ...stream },
      )
      const response = await handler.fetch(withSignal(request, cancellation?.signal), { parsedBody: json })
      if (stream?.keepIfSubscribed()) listening.add(handler)
      // A streamed response ends its cancellation when the server closes.
      if (response.headers.get('Content-Type') !== 'text/event-stream') cancellation?.end()
      // The client sends this id with its next requests; it only serves to find the request that one of them cancels.
      if (isInitializeRequest(json) && response.ok)
        response.headers.set('Mcp-Session-Id', toSessionName(json.params.clientInfo.name))
      return response
    },
  }
}

/**
 * Nothing is kept of a client between its requests, so the name of its session says what it calls itself: a claim like
 * any other of its requests.
 */
const toSessionName = (client: string): string => {
  const name = clientName(client)
  return name === null ? crypto.randomUUID() : `${crypto.randomUUID()}.${Buffer.from(name).toString('base64url')}`
}

export function clientOfSession(session: string | undefined): string | undefined {
  const [, encoded] = /^[0-9a-f-]{36}\.([\w-]{1,400})$/.exec(session ?? '') ?? []
  return encoded === undefined ? undefined : (clientName(Buffer.from(encoded, 'base64url').toString()) ?? undefined)
}

const noBody: MessageBody = { json: undefined, messages: [], single: undefined }

/** A copy of the request that also aborts with the signal. */
const withSignal = (request: Request, signal: AbortSignal | undefined): Request =>
  signal === undefined
    ? request
    : new Request(request.url, {
        method: request.method,
        headers: request.headers,
        signal: AbortSignal.any([request.signal, signal]),
      })
