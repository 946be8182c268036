import { kindCode, stateCode } from '../../relational/codes.js'
import type { MemoryColumns } from '../../relational/stored-memory.js'
import { digestOf } from '../../relational/text-digest.js'
import { damagedStore } from '../connection/store-errors.js'
import type { SelectedMemory } from './select-memories.js'

/** Refuses a damaged row: the text must match its checksum, and the other columns must be plausible. */
export function verifyChecksum(columns: SelectedMemory): MemoryColumns {
  const { id, text, digest } = columns
  if (digest !== null && digest !== digestOf(id, text)) {
    throw damagedStore(`the text of ${id} is not what was written`)
  }
  // Every memory has both; a failed join leaves null.
  if (columns.stability === null || columns.session === null) {
    throw damagedStore(`${id} has no strength or session`)
  }
  if (!isPlausible(columns)) throw damagedStore(`${id} has invalid numbers`)
  return columns
}

/** SQLite returns whatever bytes a damaged page holds, regardless of the column types. */
function isPlausible(columns: MemoryColumns): boolean {
  const { kind, state, importance, stability, difficulty, valid_to } = columns
  const { happened_at, recorded_at, valid_from, reviewed_at, uses, version } = columns
  return (
    kindCode.fromCode(kind) !== null &&
    stateCode.fromCode(state) !== null &&
    importance >= 0 &&
    importance <= 1 &&
    Number.isFinite(stability) &&
    stability > 0 &&
    Number.isFinite(difficulty) &&
    [happened_at, recorded_at, valid_from, reviewed_at, uses, version, valid_to ?? 0].every(Number.isSafeInteger)
  )
}
