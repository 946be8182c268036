import type { StoredMemory } from '../memory.js'
import { dayMs } from '../time.js'

/** AUD3: memories at or above this importance are kept. */
const important = 0.7

/** AUD3: stored for at least `days`, and neither used nor returned since; the creation counts as the first use. */
export function isUnused(
  { source, importance, recordedAt, strength }: StoredMemory,
  days: number,
  now: number,
): boolean {
  const isUntouched = strength.uses <= 1 && strength.accessedAt === null
  return isUntouched && now - recordedAt >= days * dayMs && importance < important && source !== 'consolidation'
}
