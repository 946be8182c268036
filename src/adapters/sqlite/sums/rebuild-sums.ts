import { digestOf } from '../../relational/text-digest.js'
import type { Connection } from '../connection/connection.js'
import { iterateRows } from './iterate-rows.js'
import { addSums, hashRow } from './row-hash.js'
import { type SummedTable, summedTables } from './summed-tables.js'
import { seal } from './table-sums.js'

/** Computes all checksums from what the tables hold now, within the caller's transaction: after a migration, and after a repair. */
export function rebuildSums(connection: Connection): void {
  connection.exec('DELETE FROM sums')
  const insert = connection.prepare('INSERT INTO sums VALUES (?, ?, ?, ?)')
  for (const table of summedTables(connection)) {
    for (const [part, sum] of computeSums(connection, table)) {
      insert.run(table.name, part, sum, addSums(seal(table.name, part), -sum))
    }
  }
}

/** Texts of the first schema have no digest. */
export function addMissingDigests(connection: Connection): void {
  const missing = connection.prepare(
    'SELECT row, id, text FROM memories WHERE digest IS NULL AND row > ? ORDER BY row LIMIT 500',
  )
  const update = connection.prepare('UPDATE memories SET digest = ? WHERE row = ?')
  for (let after = 0; ; ) {
    const rows = missing.all(after) as unknown as { row: number; id: string; text: string }[]
    for (const { row, id, text } of rows) update.run(digestOf(id, text), row)
    if (rows.length === 0) return
    after = rows[rows.length - 1].row
  }
}

export function computeSums(connection: Connection, table: SummedTable, where = ''): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { part, values } of summedRows(connection, table, where)) {
    sums.set(part, addSums(sums.get(part) ?? 0, hashRow(values)))
  }
  return sums
}

function* summedRows(
  connection: Connection,
  { name, columns, part }: SummedTable,
  where: string,
): Generator<{ readonly part: number; readonly values: readonly unknown[] }> {
  const sql = `SELECT ${part()}, ${columns.join(', ')} FROM ${name} ${where}`
  for (const [of, ...values] of iterateRows(connection, sql)) yield { part: of as number, values }
}
