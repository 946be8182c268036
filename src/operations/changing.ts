import { type MemoryChange, StoreConflict } from '../ports/memory-store.js'
import type { OperationContext } from './operation-context.js'

/** More than ever collide in practice; a bound, so that a bug cannot spin. */
const mostTries = 20

/** Reads, decides, writes; anew from the reading when another caller's change came between. */
export async function retryOnConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StoreConflict) || tries === mostTries) throw error
    }
  }
}

/** Without a change all is as it should be, and no version is opened for it. */
export function changeLatest<Result>(
  { memories, clock }: OperationContext,
  decide: () => Promise<{ readonly change?: MemoryChange; readonly result: Result }>,
): Promise<Result> {
  return retryOnConflict(async () => {
    const { change, result } = await decide()
    if (change !== undefined) await memories.commit({ at: clock.now(), change: [change] })
    return result
  })
}
