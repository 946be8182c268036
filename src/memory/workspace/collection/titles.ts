import type { Column } from '../records/column.js'
import type { RecordTable } from '../records/record-table.js'
import { titleOf } from './record-view.js'

/** By the first text that no other record in sight has there: a type or a status is no name. */
export function titles(table: RecordTable, inSight: readonly number[]): (row: number) => string {
  const counted = new Map<Column, Tally>()
  const usesOf = (column: Column, code: number): number => {
    // The column has counted its rows, but others' as well.
    if (inSight.length === table.size) return column.usesOf(code)
    const tally = counted.get(column) ?? tallyOf(column, inSight)
    counted.set(column, tally)
    return tally.get(code) ?? 0
  }
  return (row) =>
    titleOf(table.record(row), ({ key }) => {
      const column = table.column(key)
      return column !== undefined && usesOf(column, column.codeAt(row)) === 1
    })
}

type Tally = ReadonlyMap<number, number>

function tallyOf(column: Column, rows: readonly number[]): Tally {
  const uses = new Map<number, number>()
  for (const row of rows) {
    const code = column.codeAt(row)
    if (code >= 0) uses.set(code, (uses.get(code) ?? 0) + 1)
  }
  return uses
}
