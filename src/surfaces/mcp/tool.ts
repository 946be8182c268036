import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { toErrorBody, type WorldWeaverError } from '../../errors.js'
import { type JsonSchema, toInputSchema } from '../../operations/json-schema.js'
import type { Operation } from '../../operations/operation.js'

/** The operation as `tools/list` shows it. Without an output schema: every token here is taken from the client's context. */
export function toTool({ name, summary, guidance, effect, input }: Operation): Tool {
  return {
    name,
    description: guidance === undefined ? summary : `${summary} ${guidance}`,
    // Operations take an object.
    inputSchema: brief(toInputSchema(input)) as Tool['inputSchema'],
    // Only what writes can destroy.
    annotations: {
      readOnlyHint: effect === 'read',
      ...(effect === 'read' ? {} : { destructiveHint: effect === 'erase' }),
      openWorldHint: false,
    },
  }
}

/** Without what helps nobody to choose a value: how far integers and lists reach, and the pattern of a name. */
function brief({ pattern, minItems, maxItems, maximum, properties, ...schema }: JsonSchema): JsonSchema {
  const entries = Object.entries(properties ?? {}).map(([name, each]) => [name, brief(each)] as const)
  return {
    ...schema,
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(entries) }),
  }
}

export function toResult({ textField }: Operation, answer: Record<string, unknown>): CallToolResult {
  // GWT1: a refusal has no such field, and is shown whole.
  const shown = textField === undefined || !(textField in answer) ? answer : answer[textField]
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  return { content: [{ type: 'text', text }], structuredContent: answer }
}

export function toErrorResult(error: WorldWeaverError): CallToolResult {
  const body = toErrorBody(error)
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body, isError: true }
}
