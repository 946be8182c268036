import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { WorldWeaverError } from '../../errors.js'
import type { RateLimit } from '../../memory/rate-limit.js'
import type { Operation } from '../../operations/operation.js'
import type { Clock } from '../../ports/clock.js'
import { instructions } from './instructions.js'
import { toErrorResult, toResult, toTool } from './tool.js'

export interface McpSurface {
  readonly version: string
  readonly operations: readonly Operation[]
  readonly invoke: (operation: Operation, input: unknown) => Promise<Record<string, unknown>>
  readonly rateLimit: RateLimit
  readonly clock: Clock
  /** The handshake is over: what the first call needs may be opened now. */
  readonly onReady: () => void
}

/**
 * Tools derived from operations. The handlers are our own, because the SDK's answer invalid input in prose of
 * its own: the contract's errors have a shape.
 */
export function createMcpServer({ version, operations, invoke, rateLimit, clock, onReady }: McpSurface): McpServer {
  const mcp = new McpServer(
    { name: 'world-weaver', title: 'World Weaver', version },
    { instructions, capabilities: { tools: {} } },
  )
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  let tools: ReturnType<typeof toTool>[] | undefined
  mcp.server.oninitialized = onReady

  mcp.server.setRequestHandler('tools/list', async () => {
    // The newer protocol has no `initialized`; its clients list the tools first.
    if (tools === undefined) onReady()
    tools ??= operations.map(toTool)
    return { tools }
  })
  mcp.server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = byName.get(params.name)
    if (operation === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    try {
      const decision = rateLimit.take('connection', clock.now())
      if (!decision.allowed) throw tooMany(decision.retryAfter)
      return toResult(await invoke(operation, params.arguments))
    } catch (error) {
      if (error instanceof WorldWeaverError) return toErrorResult(error)
      throw error
    }
  })
  return mcp
}

const tooMany = (retryAfter: number) =>
  new WorldWeaverError('rate_limited', `Rate limit exceeded: try again in ${retryAfter} seconds`, { retryAfter })
