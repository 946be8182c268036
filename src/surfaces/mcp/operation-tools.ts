import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { WorldWeaverError } from '../../errors.js'
import type { Operation } from '../../operations/machinery/operation.js'
import type { CallOptions } from '../../operations/machinery/operation-context.js'
import { toErrorResult, toResult, toTool } from './tool.js'

export interface OperationTools {
  list(): readonly Tool[]
  has(name: string): boolean
  call(name: string, input: unknown, options?: CallOptions): Promise<CallToolResult>
  readonly toErrorResult: typeof toErrorResult
}

/** Every operation as a tool. */
export function createOperationTools(
  operations: readonly Operation[],
  invoke: (operation: Operation, input: unknown, options?: CallOptions) => Promise<Record<string, unknown>>,
): OperationTools {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  return {
    list: () => operations.map(toToolOnce),
    has: (name) => byName.has(name),
    async call(name, input, options) {
      try {
        // The caller has checked `has`.
        const operation = byName.get(name)!
        return toResult(operation, await invoke(operation, input, { ...options, copies: 2 }))
      } catch (error) {
        if (error instanceof WorldWeaverError) return toErrorResult(error)
        throw error
      }
    },
    toErrorResult,
  }
}

/** Over HTTP each request lists the tools again, and converting a schema is slow (`npm run bench:serve`). */
const tools = new WeakMap<Operation, Tool>()
function toToolOnce(operation: Operation): Tool {
  const tool = tools.get(operation) ?? toTool(operation)
  tools.set(operation, tool)
  return tool
}
