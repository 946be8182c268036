// JSON Schemas in the notation of the reference.
import { code, prose, table } from './markdown.mjs'

/** `text`, `integer, 1 to 100`, `list of text`, `episode`, `note` */
function typeOf({ type, enum: values, anyOf, items, minimum, maximum }) {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(', or ')
  if (values !== undefined) return values.map(code).join(', ')
  if (type === 'array') return `list of ${typeOf(items)}`
  if (type === 'object') return 'JSON object'
  if (type === 'string') return 'text'
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (isBounded) return `${type}, ${minimum} to ${maximum}`
  return minimum === undefined ? type : `${type}, at least ${minimum}`
}

/** A table of what an input takes; `describe` gives the words where the schema has none. */
export function parameterTable({ properties, required = [] }, describe = (_, { description = '' }) => description) {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = schema.default === undefined ? 'optional' : code(JSON.stringify(schema.default))
    return [code(name), typeOf(schema), required.includes(name) ? '**required**' : need, prose(describe(name, schema))]
  })
  return rows.length === 0 ? undefined : table(['parameter', 'type', 'default', ''], rows)
}

/** An output in the notation of TypeScript. */
export const answerBlock = (schema) => `\`\`\`ts\n${shapeOf(schema)}\n\`\`\``

function shapeOf(schema, indent = '') {
  const { type, enum: values, const: fixed, anyOf, items, properties, required = [], additionalProperties } = schema
  if (anyOf !== undefined) return anyOf.map((each) => shapeOf(each, indent)).join(' | ')
  if (fixed !== undefined) return JSON.stringify(fixed)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (type === 'array') {
    const item = shapeOf(items, indent)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (Array.isArray(type)) return type.map((each) => shapeOf({ ...schema, type: each }, indent)).join(' | ')
  if (type !== 'object') return type === 'integer' ? 'number' : (type ?? 'unknown')
  if (properties === undefined || Object.keys(properties).length === 0) {
    return typeof additionalProperties === 'object' && additionalProperties.type !== undefined
      ? `Record<string, ${shapeOf(additionalProperties, indent)}>`
      : 'Record<string, unknown>'
  }
  const lines = Object.entries(properties).map(
    ([name, each]) => `${indent}  ${name}${required.includes(name) ? '' : '?'}: ${shapeOf(each, `${indent}  `)}`,
  )
  if (typeof additionalProperties === 'object') lines.push(`${indent}  [more: string]: unknown`)
  return `{\n${lines.join('\n')}\n${indent}}`
}
