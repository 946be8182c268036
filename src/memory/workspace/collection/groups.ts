import type { RecordTable } from '../records/record-table.js'

export interface Group {
  /** Of several spellings of one value the first in the alphabet, so that the order of input does not show. */
  readonly name: string
  readonly rows: readonly number[]
}

/** Rows by the value of a field, in no particular order; those without one are in no group. */
export function groupRows(table: RecordTable, rows: readonly number[], keys: readonly string[]): readonly Group[] {
  const columns = keys
    .flatMap((key) => table.column(key) ?? [])
    .map((column) => ({ column, byCode: [] as OpenGroup[] }))
  const groups = new Map<string, OpenGroup>()
  for (const row of rows) {
    for (const { column, byCode } of columns) {
      const code = column.codeAt(row)
      if (code < 0) continue
      // A code is looked up once, and its rows only follow it.
      byCode[code] ??= openGroup(groups, column.valueKeys[code], column.texts[code])
      byCode[code].rows.push(row)
      break
    }
  }
  return [...groups.values()]
}

interface OpenGroup {
  name: string
  readonly rows: number[]
}

function openGroup(groups: Map<string, OpenGroup>, valueKey: string, text: string): OpenGroup {
  const group = groups.get(valueKey) ?? { name: text, rows: [] }
  if (text < group.name) group.name = text
  groups.set(valueKey, group)
  return group
}

/** The distinct values of a field, as `groupRows` names them. */
export function distinctNames(table: RecordTable, rows: readonly number[], keys: readonly string[]): readonly string[] {
  const columns = keys.flatMap((key) => table.column(key) ?? []).map((column) => ({ column, codes: new Set<number>() }))
  for (const row of rows) {
    for (const { column, codes } of columns) {
      const code = column.codeAt(row)
      if (code < 0) continue
      codes.add(code)
      break
    }
  }
  const names = new Map<string, string>()
  for (const { column, codes } of columns) {
    for (const code of codes) {
      const name = names.get(column.valueKeys[code])
      const text = column.texts[code]
      if (name === undefined || text < name) names.set(column.valueKeys[code], text)
    }
  }
  return [...names.values()]
}
