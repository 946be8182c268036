import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { WorldWeaverError } from '../../errors.js'
import type { Operation } from '../../operations/operation.js'

/** The operation as `tools/list` shows it. Without an output schema: every token here is taken from the client's context. */
export function toTool({ name, summary, guidance, effect, input }: Operation): Tool {
  return {
    name,
    description: guidance === undefined ? summary : `${summary} ${guidance}`,
    inputSchema: toInputSchema(input),
    annotations: { readOnlyHint: effect === 'read', destructiveHint: false, openWorldHint: false },
  }
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly fallback?: unknown
}

function toInputSchema(schema: z.ZodType): Tool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // Operations take an object, and what zod writes is plain JSON.
  return advertised(rest as JsonSchema) as Tool['inputSchema']
}

/** Leaving a parameter out says the same as `null` in fewer tokens, so `null` is accepted but not advertised. */
function advertised({ anyOf = [], fallback, ...schema }: JsonSchema): JsonSchema {
  const [other = {}] = anyOf.filter(({ type }) => type !== 'null')
  const type = schema.type ?? other.type
  return {
    ...other,
    ...schema,
    ...(Array.isArray(type) ? { type: type.find((each) => each !== 'null') } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(schema.properties === undefined ? {} : { properties: mapValues(schema.properties, advertised) }),
  }
}

const mapValues = <Value, Result>(record: Readonly<Record<string, Value>>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

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
