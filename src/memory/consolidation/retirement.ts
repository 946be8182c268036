import { retrievability } from '../activation/forgetting.js'
import type { StoredMemory } from '../memory.js'
import { dayMs } from '../time.js'

/** CON6: when a memory may leave recall. All of it must hold. */
export interface RetirementPolicy {
  readonly minAgeDays: number
  readonly maxRetrievability: number
  readonly maxImportance: number
}

/** Old, faded and unimportant: nobody asked for it in all that time. */
export function isRetirable(memory: StoredMemory, policy: RetirementPolicy, now: number): boolean {
  return (
    now - memory.happenedAt >= policy.minAgeDays * dayMs &&
    memory.importance <= policy.maxImportance &&
    retrievability(memory.strength, now) <= policy.maxRetrievability
  )
}
