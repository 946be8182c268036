import type { z } from 'zod'
import { WorldWeaverError } from '../errors.js'
import { assertEffect, assertSessions, defaultsFor } from './authorise.js'
import { identify } from './caller.js'
import { concealed } from './concealed.js'
import { guardSecrets } from './guard-secrets.js'
import type { Operation } from './operation.js'
import type { OperationContext } from './operation-context.js'
import { toRefusal } from './refusal.js'
import { parseInput } from './validation-error.js'

/** Parses, runs, answers. The one way in for every surface; throws nothing but WorldWeaverError. */
export async function invoke<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<string, Input, Output>,
  input: unknown,
  context: OperationContext,
): Promise<z.output<Output>> {
  try {
    assertEffect(operation.effect, context.access)
    const parsed = parseInput(operation.input, input ?? {})
    const caller = identify(parsed, defaultsFor(context))
    assertSessions([caller.session, parsed.session_filter], context.access)
    const isGuarded = operation.effect === 'write' && operation.takesExports !== true
    const { input: told, warnings } = isGuarded
      ? guardSecrets(parsed, context.secrets)
      : { input: parsed, warnings: [] }
    const answer = await operation.run(told, context, caller)
    // Checked, not replaced: parsing drops unknown keys, and a caller at run time would still get them.
    if (context.checksOutput) operation.output.parse(answer)
    return warnings.length === 0 ? answer : { ...answer, warnings }
  } catch (error) {
    const refusal = toRefusal(error, operation)
    if (refusal !== undefined) return refusal as z.output<Output>
    // Nothing is broken that the log should know of.
    if (isGivingUp(error, context)) throw new WorldWeaverError('timeout', 'The call was given up', { cause: error })
    throw error instanceof WorldWeaverError ? error : concealed(error, operation.name, context)
  }
}

/** What waits on the signal ends with its reason, or with Node's own error. */
const isGivingUp = (error: unknown, { signal }: OperationContext): boolean =>
  signal?.aborted === true && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'))
