import { retrievability } from '../activation/forgetting.js'
import type { StoredMemory } from '../memory.js'
import { dayMs } from '../time.js'

/** CON6: the conditions for archiving a memory; all must hold. */
export interface ArchivePolicy {
  readonly minAgeDays: number
  readonly maxRetrievability: number
  readonly maxImportance: number
}

/** Whether a memory is old, faded and unimportant. */
export function isArchivable(memory: StoredMemory, policy: ArchivePolicy, now: number): boolean {
  return (
    now - memory.happenedAt >= policy.minAgeDays * dayMs &&
    memory.importance <= policy.maxImportance &&
    retrievability(memory.strength, now) <= policy.maxRetrievability
  )
}
