import { setImmediate as othersTurn } from 'node:timers/promises'
import type { OperationContext } from './operation-context.js'

/**
 * To be called now and then by work that reads and computes without waiting for anything: whoever else is served by this
 * process gets a turn. Ends the work where the caller has given it up, so nothing may be half done.
 */
export async function letOthersIn({ signal }: Pick<OperationContext, 'signal'>): Promise<void> {
  await othersTurn()
  signal?.throwIfAborted()
}
