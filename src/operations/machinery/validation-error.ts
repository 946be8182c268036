import type { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'

/** Throws `validation_error` in the contract's words. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  // Only the issue's input distinguishes a missing field from one of the wrong type.
  const parsed = schema.safeParse(input, { reportInput: true })
  if (!parsed.success) throw toValidationError(parsed.error)
  return parsed.data
}

/** The first issue, in the contract's words. The issues need their input (`reportInput`). */
export function toValidationError(error: z.ZodError): WorldWeaverError {
  const [issue] = error.issues
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const path = [...issue.path, ...(unknownKey === undefined ? [] : [unknownKey])].join('.')
  const field = path === '' ? 'arguments' : path
  return new WorldWeaverError('validation_error', `${field} ${problemOf(issue)}`, { field })
}

function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a parameter of this operation'
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`
    case 'invalid_union':
      return unionProblem(issue.errors.flat())
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${issue.minimum} item(s)`
        : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'array' ? `must have at most ${issue.maximum} items` : `must be at most ${issue.maximum}`
    default:
      return issue.message
  }
}

/** Reports on the variant that was meant: the one whose issue is not merely the wrong type. */
function unionProblem(issues: readonly z.core.$ZodIssue[]): string {
  const meant = issues.find(({ code }) => code !== 'invalid_type')
  if (meant !== undefined) return problemOf(meant)
  const shapes = issues.flatMap((issue) => (issue.code === 'invalid_type' ? [article(issue.expected)] : []))
  return `must be ${[...new Set(shapes)].join(' or ')}`
}

const names: Readonly<Record<string, string>> = {
  int: 'an integer',
  object: 'an object',
  array: 'a list',
  number: 'a finite number',
  record: 'an object',
}
const article = (expected: string): string => names[expected] ?? `a ${expected}`
