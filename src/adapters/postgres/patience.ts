import { pause } from '../relational/pause.js'
import { ConnectionLost, isCrossed, TenantGone, unreachable } from './trouble.js'

/** Not always as long: of several that wait, one should come first. */
const waitMs = (attempt: number): number => Math.min(20 * 2 ** attempt, 1_000) * (0.5 + Math.random())

/**
 * Again while the server is away, another transaction stands in the way, or another tenant has taken the place of an empty
 * one: until then nothing has happened. `what` says so to whoever has waited long enough.
 */
export async function patiently<Result>(
  what: string,
  { patienceMs }: { readonly patienceMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const lost = error instanceof ConnectionLost ? error : undefined
      if (lost === undefined && !isCrossed(error) && !(error instanceof TenantGone)) throw error
      if (performance.now() > deadline) throw lost === undefined ? error : unreachable(what, lost)
      await pause(waitMs(attempt))
    }
  }
}
