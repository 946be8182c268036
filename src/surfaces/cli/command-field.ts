import { invalid } from '../../errors.js'
import { type JsonSchema, toInputSchema } from '../../operations/machinery/json-schema.js'
import type { Operation } from '../../operations/machinery/operation.js'
import { sentenceLists } from '../../operations/machinery/sentence-list.js'

/** `list` is typed with commas between its items; `sentences` holds free text, one sentence each time it is given. */
type Form = 'text' | 'number' | 'switch' | 'list' | 'sentences' | 'json'

/** A parameter of an operation on the command line. */
export interface CommandField {
  readonly name: string
  readonly form: Form
  readonly description: string
  readonly isRequired: boolean
  /** An argument, not an option. */
  readonly isPositional: boolean
  readonly choices: readonly string[]
  readonly fallback: unknown
  /** An example value, for one that is typed as JSON. */
  readonly example: string
}

/** Global options (`--session`, `--project`) set these for every command. */
const scopeNames = new Set(['session_id', 'project'])

export function fieldsOf({ input, commandLine }: Operation): CommandField[] {
  const { properties = {}, required = [] } = toInputSchema(input)
  return Object.entries(properties)
    .filter(([name]) => !scopeNames.has(name))
    .map(([name, schema]) => ({
      name,
      form: sentenceLists.has(input.shape[name]) ? 'sentences' : formOf(schema),
      description: schema.description ?? '',
      isRequired: required.includes(name),
      isPositional: commandLine.positional?.includes(name) ?? false,
      choices: (schema.enum ?? schema.items?.enum ?? []).map(String),
      fallback: schema.default,
      example: schema.type === 'array' ? '[{"tool":"run_command"}]' : '{"file":"src/login.ts"}',
    }))
}

function formOf({ type, items }: JsonSchema): Form {
  switch (type) {
    case 'boolean':
      return 'switch'
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return items?.type === 'object' ? 'json' : 'list'
    case 'object':
      return 'json'
    default:
      return 'text'
  }
}

/**
 * The typed text as a value of the operation's input. Text that is not a number stays text, so that the operation
 * rejects it with the same message as at every other door.
 */
export function toValue({ name, form, example }: CommandField, typed: string): unknown {
  switch (form) {
    case 'number':
      return typed.trim() === '' || Number.isNaN(Number(typed)) ? typed : Number(typed)
    case 'list':
      return typed.startsWith('[') ? parseJson(name, typed, '["one","two"]') : splitList(typed)
    case 'sentences':
      return parseSentences(typed)
    case 'json':
      return parseJson(name, typed, example)
    default:
      return typed
  }
}

const splitList = (typed: string): string[] =>
  typed
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** A JSON list of sentences, else one sentence, which may begin with a bracket. */
function parseSentences(typed: string): unknown {
  if (!typed.startsWith('[')) return [typed]
  try {
    return JSON.parse(typed)
  } catch {
    return [typed]
  }
}

function parseJson(name: string, typed: string, example: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    throw invalid(name, `${name} must be JSON such as '${example}'`)
  }
}

export const toFlag = (name: string): string => `--${name.replaceAll('_', '-')}`
