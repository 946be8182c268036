import type { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import { assertEffect, assertSessions, defaultsFor } from './authorise.js'
import { identify } from './caller.js'
import { createSecretFinder, guardSecrets } from './guard-secrets.js'
import { toInternalError } from './internal-error.js'
import type { Operation } from './operation.js'
import type { OperationContext } from './operation-context.js'
import { toRefusal } from './refusal.js'
import { runInSlices, yieldIfDue } from './run-in-slices.js'
import { parseInput } from './validation-error.js'

/** Parses the input and runs the operation. Every surface calls it; it throws nothing but WorldWeaverError. */
export async function invoke<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<string, Input, Output>,
  input: unknown,
  context: OperationContext,
): Promise<z.output<Output>> {
  try {
    assertEffect(operation.effect, context.access)
    // The clock of this turn starts before the input is parsed, which may be megabytes.
    await yieldIfDue(context)
    const parsed = withinBudget(parseInput(operation.input, input ?? {}), operation, context)
    const caller = identify(parsed, defaultsFor(context))
    assertSessions([caller.session, parsed.session_filter], context.access)
    const isGuarded = operation.effect === 'write' && operation.takesExports !== true
    const findSecrets = createSecretFinder()
    const { input: guarded, warnings } = isGuarded
      ? await runInSlices(guardSecrets(parsed, context.secrets, findSecrets), context)
      : { input: parsed, warnings: [] }
    await yieldIfDue(context)
    const answer = await operation.run(guarded, isGuarded ? { ...context, findSecrets } : context, caller)
    // The parsed answer is not used: parsing drops unknown keys, which callers would still get where nothing is checked.
    if (context.checksOutput) operation.output.parse(answer)
    return warnings.length === 0 ? answer : { ...answer, warnings }
  } catch (error) {
    const refusal = toRefusal(error, operation)
    if (refusal !== undefined) return refusal as z.output<Output>
    // A caller's abort is no failure to log.
    if (isAborted(error, context)) throw new WorldWeaverError('timeout', 'The call was given up', { cause: error })
    throw error instanceof WorldWeaverError ? error : toInternalError(error, operation.name, context)
  }
}

/** COM14: the budget is for all that is sent, so that each copy of the answer gets its share. */
function withinBudget<Parsed extends object>(
  parsed: Parsed,
  { budget }: Pick<Operation, 'budget'>,
  { copies = 1 }: Pick<OperationContext, 'copies'>,
): Parsed {
  if (copies === 1 || budget === 'text' || !('max_tokens' in parsed) || typeof parsed.max_tokens !== 'number')
    return parsed
  return { ...parsed, max_tokens: Math.floor(parsed.max_tokens / copies) }
}

/** An aborted wait rejects with the signal's reason or with Node's AbortError. */
const isAborted = (error: unknown, { signal }: Pick<OperationContext, 'signal'>): boolean =>
  signal?.aborted === true && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'))
