import { readValue } from '../records/record.js'
import type { RecordTable } from '../records/record-table.js'
import { firstRows, orderById } from './record-order.js'

/**
 * The first k rows by id, but of each of these values of a field at least one that has it, as far as k goes: an answer
 * rests on all that it names, and goes with it when that is forgotten (OPS4).
 */
export function rowsNaming(
  names: readonly string[],
  table: RecordTable,
  rows: readonly number[],
  keys: readonly string[],
  k: number,
): readonly number[] {
  const columns = keys.flatMap((key) => table.column(key) ?? [])
  function valueAt(row: number): string | undefined {
    const column = columns.find((each) => each.codeAt(row) >= 0)
    return column?.valueKeys[column.codeAt(row)]
  }
  const first = firstRows(table, rows, k)
  const wanted = names.map((name) => readValue(name).valueKey)
  const holders = new Map<string, number>()
  const shown = new Set(first.map(valueAt))
  const missing = new Set(wanted.filter((value) => !shown.has(value)))
  if (missing.size === 0) return first
  const byId = orderById(table)
  for (const row of [...first, ...rows]) {
    const value = valueAt(row)
    if (value === undefined) continue
    const known = holders.get(value)
    if (known === undefined || (missing.has(value) && byId(row, known) < 0)) holders.set(value, row)
  }
  const naming = wanted.flatMap((value) => holders.get(value) ?? [])
  return firstRows(table, [...new Set([...naming, ...first])].slice(0, k), k)
}
