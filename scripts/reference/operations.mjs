// The operations of the front, memory, review and workspace doors, from their declarations.
import { selectOperations, toolsetNames } from '../../dist/app/configuration/toolsets.js'
import { operations } from '../../dist/operations/index.js'
import { toInputSchema, toOutputSchema } from '../../dist/operations/machinery/json-schema.js'
import { commandWords } from '../../dist/surfaces/cli/operation-command.js'
import { code, linkTo, paragraphs, prose, wordsFor } from './markdown.mjs'
import { answerBlock, parameterTable } from './schemas.mjs'

const doorWords = {
  front: ['The front door', 'The few verbs that cover most of what an agent needs, over memories of every kind.'],
  memory: [
    'The memory door',
    'Episodes with outcome and importance, entities and their relations, skills, looking back in time, and housekeeping.',
  ],
  review: [
    'The review',
    'What rules cannot settle, asked of the one that calls, or of a person ([how it works](review.md)).',
  ],
  workspace: [
    'The workspace door',
    'What is in mind now: goals, seven slots, and the memories that compete for them ([how it works](workspace.md)). An operation of this door that refuses to do something says so in an ordinary answer, `{"error": text}`, which also lists the choices where one was misspelt.',
  ],
}

/** In the order of the operations. */
export const doors = [...new Set(operations.map(({ door }) => door))].map((door) => {
  const [title, about] = wordsFor(doorWords, door, 'the door')
  return { title, about, own: operations.filter((operation) => operation.door === door) }
})

const effects = { read: 'Reads', write: 'Writes', erase: 'Erases' }

/** Every operation takes these, so they are described once. */
const common = new Set(['session_id', 'project'])

export const operationsSection = () =>
  paragraphs(
    '## Operations',
    'Every operation is an MCP tool of that name, a command of `ww`, a route `POST /tools/{name}` of `ww serve`, and a `call` of the library and of the [client](client.md): same parameters, same answer. On the command line names have dashes: `min_relevance` is `--min-relevance`.',
    'Every operation also takes',
    `| parameter | type | default | |
|---|---|---|---|
| \`session_id\` | text | \`WW_SESSION_ID\`, else \`default\` | Session to act in: 1 to 128 letters, digits, \`_\`, \`-\`. Session \`default\` sees all. On the command line: \`--session\`. |
| \`project\` | text | \`WW_PROJECT\`, else the git repository | Project to act in; \`"*"\` reads all projects. Over HTTP the default is none. |`,
    'Times are ISO 8601; without a zone they are UTC, and answers are UTC. A parameter that is left out or `null` has its default; one that is unknown is an error. Where a text to store holds a secret, the answer has `warnings` as well ([`WW_SECRETS`](configuration.md#secrets)). Answers may gain fields: a program must pass over those it does not know.',
    ...doors.map(({ title, about, own }) => paragraphs(`### ${title}`, about, ...own.map(section))),
  )

function section(operation) {
  const { name, summary, guidance, input, output } = operation
  const { properties, ...schema } = toInputSchema(input)
  const own = Object.fromEntries(Object.entries(properties).filter(([field]) => !common.has(field)))
  return paragraphs(
    `#### ${code(name)}`,
    prose(`${summary}${guidance === undefined ? '' : ` ${guidance}`}`),
    whereItIs(operation),
    parameterTable({ ...schema, properties: own }) ?? 'No parameters of its own.',
    'Answer:',
    answerBlock(toOutputSchema(output)),
    examples(operation),
  )
}

/** "Writes. Toolsets `core`, `all`. Command `ww remember`." */
function whereItIs(operation) {
  const { name, effect } = operation
  const toolsets = toolsetNames.filter((toolset) => selectOperations(operations, [toolset]).includes(operation))
  const command = code(`ww ${commandWords(operation).join(' ')}`)
  return `${effects[effect]} · toolsets ${toolsets.map(code).join(', ')} · command ${linkTo(command)} · route ${code(`POST /tools/${name}`)}`
}

function examples(operation) {
  const command = ['ww', ...commandWords(operation)].join(' ')
  const lines = operation.commandLine.examples.map((example) => `${command} ${example}`.trimEnd())
  return lines.length === 0 ? undefined : `\`\`\`sh\n${lines.join('\n')}\n\`\`\``
}
