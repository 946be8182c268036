import { StoreConflict } from '../../../ports/store/errors.js'
import type { Statements } from '../connection/statements.js'

/** The row of a memory that must exist. */
export function getRowNumber(id: string, sql: Statements): number {
  const found = sql.find<{ row: number }>('SELECT row FROM memories WHERE id = ?', id)
  if (found === undefined) throw new StoreConflict(`${id} does not exist`)
  return found.row
}
