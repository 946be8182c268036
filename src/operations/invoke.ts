import type { z } from 'zod'
import { WorldWeaverError } from '../errors.js'
import { identify } from './caller.js'
import type { Operation } from './operation.js'
import type { OperationContext } from './operation-context.js'

/** Parses, runs, answers. The one way in for every surface; throws nothing but WorldWeaverError. */
export async function invoke<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<string, Input, Output>,
  input: unknown,
  context: OperationContext,
): Promise<z.output<Output>> {
  // Without its input an issue cannot tell a missing field from one of the wrong type.
  const parsed = operation.input.safeParse(input ?? {}, { reportInput: true })
  if (!parsed.success) throw toValidationError(parsed.error)
  try {
    const caller = identify(parsed.data, context.defaults)
    const answer = await operation.run(parsed.data, context, caller)
    // Checked, not replaced: parsing drops unknown keys, and a caller at run time would still get them.
    if (context.checksOutput) operation.output.parse(answer)
    return answer
  } catch (error) {
    throw error instanceof WorldWeaverError ? error : concealed(error, operation.name, context)
  }
}

/** The cause stays in the log; the caller gets a number to find it by (COM8). */
function concealed(error: unknown, operation: string, { log }: OperationContext): WorldWeaverError {
  const reference = crypto.randomUUID().slice(0, 8)
  log.error('operation failed', { reference, operation, error })
  return new WorldWeaverError('internal_error', `Something went wrong on our side. Reference: ${reference}`, {
    cause: error,
  })
}

function toValidationError(error: z.ZodError): WorldWeaverError {
  const [issue] = error.issues
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const path = [...issue.path, ...(unknownKey === undefined ? [] : [unknownKey])].join('.')
  const field = path === '' ? 'arguments' : path
  return new WorldWeaverError('validation_error', `${field} ${complaint(issue)}`, { field })
}

function complaint(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a parameter of this operation'
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`
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

const names: Readonly<Record<string, string>> = {
  int: 'an integer',
  object: 'an object',
  array: 'a list',
  number: 'a finite number',
  record: 'an object',
}
const article = (expected: string): string => names[expected] ?? `a ${expected}`
