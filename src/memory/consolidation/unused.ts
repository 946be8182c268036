import type { StoredMemory } from '../memory.js'
import { dayMs } from '../time.js'

/** AUD3: said to matter by whoever told it. */
const important = 0.7

/** AUD3: it was there to be found for all that time, and nobody found it; its creation is its first use. */
export function isUnused(
  { source, importance, recordedAt, strength }: StoredMemory,
  days: number,
  now: number,
): boolean {
  return strength.uses <= 1 && now - recordedAt >= days * dayMs && importance < important && source !== 'consolidation'
}
