import { invalid } from '../../errors.js'
import { type JsonSchema, toInputSchema } from '../../operations/json-schema.js'
import type { Operation } from '../../operations/operation.js'

type Form = 'text' | 'number' | 'switch' | 'list' | 'json'

/** A parameter of an operation as a person types it. */
export interface CommandField {
  readonly name: string
  readonly form: Form
  readonly description: string
  readonly isRequired: boolean
  /** Stands without an option's name. */
  readonly isPositional: boolean
  readonly choices: readonly string[]
  readonly fallback: unknown
  /** What it may look like, for one that is typed as JSON. */
  readonly example: string
}

/** Who asks is said once for every command (`--session`, `--project`), not by each. */
const scopeNames = new Set(['session_id', 'project'])

export function fieldsOf({ input, commandLine }: Operation): CommandField[] {
  const { properties = {}, required = [] } = toInputSchema(input)
  return Object.entries(properties)
    .filter(([name]) => !scopeNames.has(name))
    .map(([name, schema]) => ({
      name,
      form: formOf(schema),
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
 * The typed text as the operation takes it. What is not a number stays a text: the operation's own words about it
 * are the ones that every other door uses.
 */
export function toValue({ name, form, example }: CommandField, typed: string): unknown {
  switch (form) {
    case 'number':
      return typed.trim() === '' || Number.isNaN(Number(typed)) ? typed : Number(typed)
    case 'list':
      return typed.startsWith('[') ? parseJson(name, typed, '["one","two"]') : splitList(typed)
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

function parseJson(name: string, typed: string, example: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    throw invalid(name, `${name} must be JSON such as '${example}'`)
  }
}

export const toFlag = (name: string): string => `--${name.replaceAll('_', '-')}`
