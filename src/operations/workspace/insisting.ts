import { setTimeout as pause } from 'node:timers/promises'
import { StoreConflict } from '../../ports/memory-store.js'
import { retryOnConflict } from '../changing.js'
import type { OperationContext } from '../operation-context.js'

/** Far more than a change takes; others wait so long for a holder that died. */
const leaseMs = 3_000
const mostWaitMs = 30_000

/**
 * Once more when another process came between; then with the others shut out. Who only tried again would never be done
 * while they are quicker: a cycle looks at seventy memories, an eviction at one.
 */
export async function insisting<Result>(
  bookmark: string,
  { memories, signal }: Pick<OperationContext, 'memories' | 'signal'>,
  attempt: (holder?: string) => Promise<Result>,
): Promise<Result> {
  for (const isLast of [false, true]) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error
      if (isLast) break
    }
  }
  for (const began = performance.now(); ; ) {
    const lease = await memories.lease(bookmark, leaseMs)
    if (lease !== undefined) return retryOnConflict(() => attempt(lease.holder)).finally(() => lease.release())
    if (performance.now() - began > mostWaitMs) throw new StoreConflict(`${bookmark} was being changed for too long`)
    // At odd times, so that those who wait do not all ask at once.
    await pause(5 + Math.random() * 20, undefined, { signal })
  }
}
