import { McpServer, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import { WorldWeaverError } from '../../errors.js'
import type { RateLimit } from '../../memory/rate-limit.js'
import type { Clock } from '../../ports/clock.js'
import { instructions } from './instructions.js'
import type { OperationTools } from './operation-tools.js'

export interface McpSurface {
  readonly version: string
  /** Loaded once, after the handshake: a client gives up on a server that is slow to greet. */
  readonly loadTools: () => Promise<OperationTools>
  readonly rateLimit: RateLimit
  readonly clock: Clock
}

/**
 * Tools derived from operations. The handlers are our own, because the SDK's answer invalid input in prose of
 * its own: the contract's errors have a shape.
 */
export function createMcpServer({ version, loadTools, rateLimit, clock }: McpSurface): McpServer {
  const mcp = new McpServer(
    { name: 'world-weaver', title: 'World Weaver', version },
    { instructions, capabilities: { tools: {} } },
  )
  mcp.server.oninitialized = () => void loadTools()
  mcp.server.setRequestHandler('tools/list', async () => {
    const { list } = await loadTools()
    return { tools: list() as Tool[] }
  })
  mcp.server.setRequestHandler('tools/call', async ({ params }) => {
    const { has, call, toErrorResult } = await loadTools()
    // COM10: valid or not, so before anything else is looked at.
    const decision = rateLimit.take('connection', clock.now())
    if (!decision.allowed) return toErrorResult(tooMany(decision.retryAfter))
    if (!has(params.name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return call(params.name, params.arguments)
  })
  return mcp
}

const tooMany = (retryAfter: number) =>
  new WorldWeaverError('rate_limited', `Rate limit exceeded: try again in ${retryAfter} seconds`, { retryAfter })
