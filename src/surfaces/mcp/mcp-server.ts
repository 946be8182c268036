import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import type { WorldWeaverError } from '../../errors.js'
import { clientName } from '../../memory/origin.js'
import { isObject } from '../../plain-object.js'
import type { Resources } from '../../resources/open-resources.js'
import { answerNotOffered } from './not-offered.js'
import type { OperationTools } from './operation-tools.js'
import { createProgressReporter, type ProgressReporter } from './progress.js'
import { handleResources } from './resource-handlers.js'
import type { Subscriptions } from './subscriptions.js'

export interface McpSurface {
  readonly version: string
  readonly instructions: string
  /** Loaded once, after the handshake: clients time out on a slow handshake. */
  readonly loadTools: () => Promise<OperationTools>
  readonly loadResources: () => Promise<Resources>
  /** Whether the client can be notified of changes. */
  readonly tellsChanges: boolean
  /** The subscriptions of this connection, if the transport has connections. */
  readonly subscriptions?: Subscriptions
  readonly door: 'mcp' | 'mcp-http'
  /** What the client calls itself, for transports on which it does not introduce itself to this server. */
  readonly client?: string
  /** COM10: counts a call, valid or not, before it is validated. Returns the error if the limit is exceeded. */
  readonly countCall: (id: RequestId, input: unknown) => WorldWeaverError | undefined
}

/**
 * Tools derived from operations, and resources. The handlers are our own, because the SDK's handlers answer invalid input
 * with text, and our errors have a shape.
 */
export function createMcpServer(surface: McpSurface): McpServer {
  const { version, instructions, loadTools, tellsChanges, countCall } = surface
  const mcp = new McpServer(
    { name: 'world-weaver', title: 'World Weaver', version },
    {
      instructions,
      capabilities: {
        // The tools never change while the server runs.
        tools: { listChanged: false },
        resources: { subscribe: tellsChanges, listChanged: tellsChanges },
        completions: {},
      },
    },
  )

  mcp.server.oninitialized = () => void loadTools()
  mcp.server.setRequestHandler('tools/list', async () => {
    const { list } = await loadTools()
    return { tools: list() as Tool[] }
  })
  mcp.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { has, call, toErrorResult } = await loadTools()
    const refusal = countCall(mcpReq.id, params.arguments)
    if (refusal !== undefined) return toErrorResult(refusal)
    if (!has(params.name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const progress = progressOf(mcpReq)
    try {
      const client = clientName(clientInfoOf(mcpReq)?.name ?? mcp.server.getClientVersion()?.name ?? surface.client)
      const from = { door: surface.door, client }
      return await call(params.name, params.arguments, { signal: mcpReq.signal, onProgress: progress?.report, from })
    } finally {
      await progress?.finish()
    }
  })
  handleResources(mcp.server, surface)
  mcp.server.fallbackRequestHandler = answerNotOffered
  return mcp
}

/** Since the 2026 protocol every request says who sends it. */
function clientInfoOf({ envelope }: ServerContext['mcpReq']): { readonly name?: unknown } | undefined {
  const info = (envelope as Readonly<Record<string, unknown>> | undefined)?.['io.modelcontextprotocol/clientInfo']
  return isObject(info) ? info : undefined
}

/** Undefined if the client did not ask for progress. */
function progressOf({ _meta, notify }: ServerContext['mcpReq']): ProgressReporter | undefined {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return undefined
  return createProgressReporter(({ done, total, message }) =>
    notify({ method: 'notifications/progress', params: { progressToken, progress: done, total, message } }),
  )
}
