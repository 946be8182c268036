import { StoreConflict } from '../../ports/memory-store.js'
import type { Statements } from './statements.js'

/** The number of a memory that has to be there. */
export function rowOf(id: string, sql: Statements): number {
  const found = sql.find<{ row: number }>('SELECT row FROM memories WHERE id = ?', id)
  if (found === undefined) throw new StoreConflict(`${id} does not exist`)
  return found.row
}
