import { setTimeout as pause } from 'node:timers/promises'
import type { OperationContext } from '../operation-context.js'

/** When its holder dies, the next one waits this long at most. */
const leaseMs = 5_000
/** A renewal or two may come late. */
const renewEveryMs = 1_500
const askAgainMs = 200

/**
 * CON1: one at a time per database, across processes; who comes second waits. Whoever could not renew in time, and
 * finds that another has begun, is called off by the signal that `work` gets.
 */
export async function exclusively<Result>(
  name: string,
  { memories, signal, log }: Pick<OperationContext, 'memories' | 'signal' | 'log'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  let lease = await memories.lease(name, leaseMs)
  while (lease === undefined) {
    await pause(askAgainMs, undefined, { signal })
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
    // One that is under way might take it anew after it was given back.
    await renewing
    await held.release()
  }
}
