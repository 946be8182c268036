import { setTimeout as pause } from 'node:timers/promises'
import type { OperationContext } from '../operation-context.js'

/** Longer than any step takes; when its holder dies, the next one waits this long at most. */
const leaseMs = 30_000
const askAgainMs = 200

/** CON1: one at a time per database, across processes; who comes second waits. */
export async function exclusively<Result>(
  name: string,
  { memories, signal, log }: OperationContext,
  work: () => Promise<Result>,
): Promise<Result> {
  let lease = await memories.lease(name, leaseMs)
  while (lease === undefined) {
    await pause(askAgainMs, undefined, { signal })
    lease = await memories.lease(name, leaseMs)
  }
  const held = lease
  const renewing = setInterval(() => {
    held.renew(leaseMs).catch((error: unknown) => log.warn('a lease could not be renewed', { name, error }))
  }, leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await held.release()
  }
}
