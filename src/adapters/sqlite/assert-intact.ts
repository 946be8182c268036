import { StoreTrouble } from '../../ports/memory-store.js'
import type { MemoryColumns } from '../relational/stored-memory.js'
import { digestOf } from '../relational/text-digest.js'
import type { SelectedMemory } from './select-memories.js'
import { damaged } from './trouble.js'

/** What is read is what was written; else it is not told. */
export function assertIntact(columns: SelectedMemory): MemoryColumns {
  const { id, text, digest } = columns
  if (digest !== null && digest !== digestOf(id, text)) {
    throw new StoreTrouble(damaged, { cause: new Error(`the text of ${id} is not what was written`) })
  }
  // Each memory has both; a join leaves out what it cannot find.
  if (columns.stability === null || columns.session === null) {
    throw new StoreTrouble(damaged, { cause: new Error(`${id} has lost a part`) })
  }
  return columns
}
