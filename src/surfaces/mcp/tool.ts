import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { toErrorBody, type WorldWeaverError } from '../../errors.js'
import { type JsonSchema, toInputSchema } from '../../operations/machinery/json-schema.js'
import type { Operation } from '../../operations/machinery/operation.js'

/** The operation as `tools/list` shows it, without an output schema: every token here uses up the client's context. */
export function toTool({ name, summary, guidance, effect, input }: Operation): Tool {
  return {
    name,
    description: guidance === undefined ? summary : `${summary} ${guidance}`,
    // Every operation's input is an object.
    inputSchema: brief(toInputSchema(input)) as Tool['inputSchema'],
    // The hint only applies to tools that write.
    annotations: {
      readOnlyHint: effect === 'read',
      ...(effect === 'read' ? {} : { destructiveHint: effect === 'erase' }),
      openWorldHint: false,
    },
  }
}

/**
 * Leaves out what does not help a model to choose a value: ranges of integers and lists, patterns of names, and defaults
 * that say nothing.
 */
function brief(schemaOfField: JsonSchema): JsonSchema {
  const { pattern, minItems, maxItems, minimum, maximum, properties, additionalProperties, ...given } = schemaOfField
  const entries = Object.entries(properties ?? {}).map(([name, each]) => [name, brief(each)] as const)
  const { default: fallback, ...rest } = given
  const isEmpty = fallback === undefined || fallback === false || (Array.isArray(fallback) && fallback.length === 0)
  const schema = isEmpty ? rest : given
  return {
    ...schema,
    ...(minimum === undefined || minimum === 0 || minimum === 1 ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(entries) }),
  }
}

export function toResult(operation: Operation, answer: Record<string, unknown>): CallToolResult {
  const { textField } = operation
  const lines = operation.toText?.(answer)
  if (lines !== undefined) return { content: [{ type: 'text', text: lines }], structuredContent: answer }
  // GWT1: a refusal lacks this field and is shown whole.
  const shown = textField === undefined || !(textField in answer) ? answer : answer[textField]
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  return { content: [{ type: 'text', text }], structuredContent: answer }
}

export function toErrorResult(error: WorldWeaverError): CallToolResult {
  const body = toErrorBody(error)
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body, isError: true }
}
