import { pause } from '../../relational/pause.js'
import { ConnectionLost, isTransactionConflict, TenantReplaced, unreachable } from './connection-errors.js'

/** Exponential backoff with jitter, so that waiting processes do not retry at the same moment. */
const waitMs = (attempt: number): number => Math.min(20 * 2 ** attempt, 1_000) * (0.5 + Math.random())

/**
 * Retries `work` while the server is unavailable, after a transaction conflict, and when the tenant was replaced: in
 * these cases nothing was written. `what` tells the caller so in the error after the timeout.
 */
export async function withRetry<Result>(
  what: string,
  { retryTimeoutMs }: { readonly retryTimeoutMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + retryTimeoutMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const lost = error instanceof ConnectionLost ? error : undefined
      if (lost === undefined && !isTransactionConflict(error) && !(error instanceof TenantReplaced)) throw error
      if (performance.now() > deadline) throw lost === undefined ? error : unreachable(what, lost)
      await pause(waitMs(attempt))
    }
  }
}
