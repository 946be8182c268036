import type { StoredMemory } from '../memory.js'
import { dayMs } from '../time.js'

/** REC25: where answers are worth most: what is used, important and new. Uses count the creation. */
export function usefulness({ strength, importance, happenedAt }: StoredMemory, now: number): number {
  const ageDays = Math.max(0, now - happenedAt) / dayMs
  return Math.log(strength.uses) + importance + Math.exp(-0.01 * ageDays)
}
