import { kindCode, stateCode } from '../relational/codes.js'
import type { MemoryColumns } from '../relational/stored-memory.js'
import { digestOf } from '../relational/text-digest.js'
import type { SelectedMemory } from './select-memories.js'
import { damage } from './trouble.js'

/** What is read is what was written; else it is not told. */
export function assertIntact(columns: SelectedMemory): MemoryColumns {
  const { id, text, digest } = columns
  if (digest !== null && digest !== digestOf(id, text)) {
    throw damage(`the text of ${id} is not what was written`)
  }
  // Each memory has both; a join leaves out what it cannot find.
  if (columns.stability === null || columns.session === null) {
    throw damage(`${id} has lost a part`)
  }
  if (!isPlausible(columns)) throw damage(`${id} has numbers that are none`)
  return columns
}

/** SQLite reads from a spoilt page what happens to stand there, whatever the table's types. */
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
