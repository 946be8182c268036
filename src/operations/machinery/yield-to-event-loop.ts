import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OperationContext } from './operation-context.js'

/**
 * Lets other requests of this process run; work that computes for long without waiting calls it now and then. Throws
 * when the caller has aborted, so call it only at consistent points.
 */
export async function yieldToEventLoop({ signal }: Pick<OperationContext, 'signal'>): Promise<void> {
  await nextTurn()
  signal?.throwIfAborted()
}
