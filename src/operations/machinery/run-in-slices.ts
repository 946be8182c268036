import type { Slices } from '../../memory/slices.js'
import type { OperationContext } from './operation-context.js'
import { isTurnOver, yieldToEventLoop } from './yield-to-event-loop.js'

type Aborting = Pick<OperationContext, 'signal'>

/** Yields to the event loop if this turn has had its slice. Throws when the caller has aborted. */
export function yieldIfDue(context: Aborting): Promise<void> | undefined {
  return isTurnOver() ? yieldToEventLoop(context) : undefined
}

/** Runs the work in slices. A promise only if it takes more than one: most texts are short, and a promise costs more. */
export function runInSlices<Result>(work: Slices<Result>, context: Aborting): Result | Promise<Result> {
  for (;;) {
    if (isTurnOver()) return goOn(work, context)
    const { value, done } = work.next()
    if (done === true) return value
  }
}

async function goOn<Result>(work: Slices<Result>, context: Aborting): Promise<Result> {
  for (;;) {
    await yieldIfDue(context)
    const { value, done } = work.next()
    if (done === true) return value
  }
}

/** Undefined when the caller has aborted meanwhile: what was done before is kept, and the rest is left to the next run. */
export async function unlessAborted<Result>(
  { signal }: Aborting,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) return undefined
    throw error
  }
}
