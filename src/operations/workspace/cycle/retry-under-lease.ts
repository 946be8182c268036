import { setTimeout as pause } from 'node:timers/promises'
import type { StoreCoordinator } from '../../../ports/store/coordinate.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import type { Using } from '../../machinery/operation-context.js'
import { retryOnConflict } from '../../writing/change-memory.js'

/** Much longer than a change takes; other processes wait this long for a holder that died. */
const leaseMs = 3_000
const maxWaitMs = 30_000

/**
 * Retries once after a conflict, then under a lease that excludes other processes. Retrying alone could fail for ever: a
 * cycle reads seventy memories, while an eviction by another process reads one.
 */
export async function retryUnderLease<Result>(
  checkpoint: string,
  { memories, signal }: Using<StoreCoordinator, 'signal'>,
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
    const lease = await memories.lease(checkpoint, leaseMs)
    if (lease !== undefined) return retryOnConflict(() => attempt(lease.holder)).finally(() => lease.release())
    if (performance.now() - began > maxWaitMs) throw new StoreConflict(`${checkpoint} was being changed for too long`)
    // A random delay, so that waiting processes do not all retry at once.
    await pause(5 + Math.random() * 20, undefined, { signal })
  }
}
