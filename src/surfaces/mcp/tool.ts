import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { WorldWeaverError } from '../../errors.js'
import type { Operation } from '../../operations/operation.js'

/** The operation as `tools/list` shows it. */
export function toTool({ name, summary, guidance, effect, input, output }: Operation): Tool {
  return {
    name,
    description: guidance === undefined ? summary : `${summary} ${guidance}`,
    inputSchema: toJsonSchema(input, 'input') as Tool['inputSchema'],
    outputSchema: toJsonSchema(output, 'output') as Tool['outputSchema'],
    annotations: { readOnlyHint: effect === 'read', destructiveHint: false, openWorldHint: false },
  }
}

/** Without `null` beside every optional parameter: leaving one out says the same in fewer tokens. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output' || jsonSchema.anyOf?.length !== 2) return
      const [other, none] = jsonSchema.anyOf
      if (typeof none !== 'object' || none.type !== 'null') return
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, other, { ...jsonSchema })
    },
  })
  return rest
}

export const toResult = (answer: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
})

/** COM8: exactly `{error, message, field?}`, and `retry_after` when there is something to wait for. */
export function toErrorResult({ code, message, field, retryAfter }: WorldWeaverError): CallToolResult {
  const body = {
    error: code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  }
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body, isError: true }
}
