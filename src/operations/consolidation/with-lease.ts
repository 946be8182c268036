import { setTimeout as pause } from 'node:timers/promises'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import type { Using } from '../machinery/operation-context.js'

/** The longest wait after a holder has died. */
const leaseMs = 5_000
/** Short enough that two renewals may be late. */
const renewEveryMs = 1_500
const retryAfterMs = 200

/**
 * CON1: runs work one at a time per database, across processes; later callers wait. A holder that failed to renew in
 * time, and finds that another has taken the lease, is aborted by the signal that `work` gets.
 */
export async function withLease<Result>(
  name: string,
  { memories, signal, log }: Using<StoreCoordinator, 'signal' | 'log'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  let lease = await memories.lease(name, leaseMs)
  while (lease === undefined) {
    await pause(retryAfterMs, undefined, { signal })
    lease = await memories.lease(name, leaseMs)
  }
  let held = lease
  const overtaken = new AbortController()

  async function renew(): Promise<void> {
    if (await held.renew(leaseMs)) return
    const again = await memories.lease(name, leaseMs)
    if (again === undefined) overtaken.abort()
    else held = again
  }

  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch((error: unknown) => log.warn('a lease could not be renewed', { name, error }))
      .finally(() => {
        renewing = undefined
      })
  }, renewEveryMs)
  try {
    return await work(AbortSignal.any([overtaken.signal, ...(signal === undefined ? [] : [signal])]))
  } finally {
    clearInterval(timer)
    // A pending renewal could take the lease again after its release.
    await renewing
    await held.release()
  }
}
