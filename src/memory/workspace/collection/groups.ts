import type { RecordTable } from '../records/record-table.js'

export interface Group {
  /** The alphabetically first spelling of the value, so that the result does not depend on the order of input. */
  readonly name: string
  readonly rows: readonly number[]
}

/** Groups rows by the value of a field, in no particular order; rows without a value are in no group. */
export function groupRows(table: RecordTable, rows: readonly number[], keys: readonly string[]): readonly Group[] {
  const columns = keys
    .flatMap((key) => table.column(key) ?? [])
    .map((column) => ({ column, byCode: [] as OpenGroup[] }))
  const groups = new Map<string, OpenGroup>()
  for (const row of rows) {
    for (const { column, byCode } of columns) {
      const code = column.codeAt(row)
      if (code < 0) continue
      // The group of a code is looked up once, then its rows are only appended.
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
  const columns = keys
    .flatMap((key) => table.column(key) ?? [])
    .map((column) => ({ column, isSeen: new Uint8Array(column.texts.length) }))
  for (const row of rows) {
    for (const { column, isSeen } of columns) {
      const code = column.codeAt(row)
      if (code < 0) continue
      isSeen[code] = 1
      break
    }
  }
  const sole: string[] = []
  const names = new Map<string, string>()
  for (const { column, isSeen } of columns) {
    for (let code = 0; code < isSeen.length; code++) {
      if (isSeen[code] === 0) continue
      const text = column.texts[code]
      // Most values have one spelling and need no look-up by key.
      if (columns.length === 1 && column.isSoleSpelling(code)) sole.push(text)
      else {
        const name = names.get(column.valueKeys[code])
        if (name === undefined || text < name) names.set(column.valueKeys[code], text)
      }
    }
  }
  return [...sole, ...names.values()]
}
