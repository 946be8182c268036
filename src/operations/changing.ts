import { type MemoryChange, StoreConflict } from '../ports/memory-store.js'
import type { OperationContext } from './operation-context.js'

/** More than ever collide in practice; a bound, so that a bug cannot spin. */
const mostTries = 20

/** Reads, decides, writes; anew from the reading when another caller's change came between. */
export async function changeLatest<Result>(
  { memories, clock }: OperationContext,
  decide: () => Promise<{ readonly change: MemoryChange; readonly result: Result }>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const { change, result } = await decide()
    try {
      await memories.commit({ at: clock.now(), change: [change] })
      return result
    } catch (error) {
      if (!(error instanceof StoreConflict) || tries === mostTries) throw error
    }
  }
}
