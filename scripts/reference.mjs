// Writes docs/reference.md from the operations. `--check` only says whether it is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operations } from '../dist/operations/index.js'
import { toInputSchema, toOutputSchema } from '../dist/operations/json-schema.js'

const target = fileURLToPath(new URL('../docs/reference.md', import.meta.url))

const doors = {
  front: ['The front door', 'The few verbs that cover most of what an agent needs.'],
  memory: ['The memory door', 'Events with outcome and importance, and looking back in time.'],
}

const common = new Set(['session_id', 'project'])

/** `text`, `integer, 1 to 100`, `list of text`, `episode | note` */
function typeOf({ type, enum: values, items, minimum, maximum }) {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ')
  if (type === 'array') return `list of ${typeOf(items)}`
  if (type === 'object') return 'JSON object'
  if (type === 'string') return 'text'
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (isBounded) return `${type}, ${minimum} to ${maximum}`
  return minimum === undefined ? type : `${type}, at least ${minimum}`
}

function parameters(input) {
  const { properties, required = [] } = toInputSchema(input)
  const rows = Object.entries(properties)
    .filter(([name]) => !common.has(name))
    .map(([name, schema]) => {
      const otherwise = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``
      const need = required.includes(name) ? '**required**' : otherwise || 'optional'
      return `| \`${name}\` | ${typeOf(schema)} | ${need} | ${schema.description ?? ''} |`
    })
  if (rows.length === 0) return 'No parameters of its own.'
  return ['| parameter | type | default | |', '|---|---|---|---|', ...rows].join('\n')
}

/** The answer in the notation of TypeScript, which most readers of it know. */
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
  return `{\n${lines.join('\n')}\n${indent}}`
}

function examples({ name, commandLine }) {
  const command = commandLine.command ?? name.replaceAll('_', '-')
  const lines = commandLine.examples.map((example) => `ww ${command} ${example}`.trimEnd())
  if (lines.length > 0) return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``
  const typed = (commandLine.positional ?? []).map((field) => `<${field.replaceAll('_', '-')}>`)
  return `On the command line: \`ww ${[command, ...typed].join(' ')}\``
}

function section(operation) {
  const { name, summary, guidance, effect, input, output } = operation
  return `### \`${name}\`

${summary}${guidance === undefined ? '' : ` ${guidance}`} (${{ read: 'Reads', write: 'Writes', erase: 'Erases' }[effect]}.)

${parameters(input)}

Answer:

\`\`\`ts
${shapeOf(toOutputSchema(output))}
\`\`\`

${examples(operation)}
`
}

const page = `# Reference

<!-- Written by \`npm run docs\` from the operations in src/operations. Do not edit. -->

Every operation is an MCP tool of that name, a command of \`ww\` and a \`call\` of the library: same parameters, same answer.
On the command line the name has dashes, and so have the options (\`min_relevance\` is \`--min-relevance\`).

Every operation also takes

| parameter | type | default | |
|---|---|---|---|
| \`session_id\` | text | \`WW_SESSION_ID\`, else \`default\` | Session to act in: 1 to 128 letters, digits, \`_\`, \`-\`. Session \`default\` sees all. On the command line: \`--session\`. |
| \`project\` | text | \`WW_PROJECT\`, else the git repository | Project to act in; \`"*"\` reads all projects. |

Times are ISO 8601; without a zone they are UTC, and answers are UTC. A parameter that is left out or \`null\` has its default; one that is unknown is an error.

## Errors

\`{ "error": code, "message": text, "field"?: parameter, "retry_after"?: seconds }\`: over MCP a tool result with \`isError\`, on the command line with \`--json\` on standard output and exit code 1, in the library a thrown \`WorldWeaverError\`.
Codes: \`validation_error\`, \`not_found\`, \`rate_limited\`, \`timeout\`, \`internal_error\`, \`unauthorized\`, \`forbidden\`.

${Object.entries(doors)
  .map(([door, [title, about]]) => {
    const own = operations.filter((operation) => operation.door === door)
    return `## ${title}\n\n${about}\n\n${own.map(section).join('\n')}`
  })
  .join('\n')}`

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== page) {
    process.stderr.write('docs/reference.md is stale: npm run docs\n')
    process.exitCode = 1
  }
} else {
  writeFileSync(target, page)
}
