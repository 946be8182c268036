import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { toErrorBody, type WorldWeaverError } from '../../errors.js'
import { toInputSchema } from '../../operations/json-schema.js'
import type { Operation } from '../../operations/operation.js'

/** The operation as `tools/list` shows it. Without an output schema: every token here is taken from the client's context. */
export function toTool({ name, summary, guidance, effect, input }: Operation): Tool {
  return {
    name,
    description: guidance === undefined ? summary : `${summary} ${guidance}`,
    // Operations take an object.
    inputSchema: toInputSchema(input) as Tool['inputSchema'],
    annotations: { readOnlyHint: effect === 'read', destructiveHint: false, openWorldHint: false },
  }
}

export const toResult = (answer: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
})

export function toErrorResult(error: WorldWeaverError): CallToolResult {
  const body = toErrorBody(error)
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body, isError: true }
}
