import { wordSet } from '../phrases.js'
import { readValue } from '../records/record.js'
import type { RecordTable } from '../records/record-table.js'
import { type Unit, unitKey } from '../records/units.js'

/** The units of some amounts, by their keys; undefined stands for amounts without a unit. */
export type Units = ReadonlyMap<string, Unit | undefined>

const money = wordSet(`price cost costs amount total subtotal fee value net gross paid balance budget salary income wage
  revenue sales profit tax rent sum spent charge payment`)
const measured = wordSet('amount quantity qty value weight volume length size')

/**
 * GWT19: the units in which amounts are written, "€45" or beside them in a field of their own: `currency=EUR`. Amounts in
 * several units are never added or compared.
 */
export function unitsOf(table: RecordTable, rows: readonly number[], metricKeys: readonly string[]): Units {
  const units = new Map<string, Unit | undefined>()
  const columns = metricKeys.flatMap((key) => table.column(key) ?? [])
  const seen = columns.map(() => new Set<number>())
  const beside = besideColumns(table, metricKeys)
  if (beside.length === 0 && !columns.some(({ hasUnits }) => hasUnits)) return units
  for (const row of rows) {
    for (const [at, column] of columns.entries()) {
      const code = column.codeAt(row)
      if (code < 0) continue
      if (!Number.isNaN(column.amounts[code]) && (beside.length > 0 || !seen[at].has(code))) {
        seen[at].add(code)
        const unit = column.unitOf(code) ?? unitBeside(beside, row)
        units.set(unit?.key ?? '', unit)
      }
      break
    }
  }
  return units
}

export const isMixed = (units: Units): boolean => units.size > 1

export const soleUnit = (units: Units): Unit | undefined => (units.size === 1 ? [...units.values()][0] : undefined)

/** "EUR, NOK and no unit" */
export const unitNames = (units: Units): readonly string[] =>
  [...units.keys()].map((key) => (key === '' ? 'no unit' : key)).sort()

type Columns = readonly NonNullable<ReturnType<RecordTable['column']>>[]

function besideColumns(table: RecordTable, metricKeys: readonly string[]): Columns {
  const words = new Set(metricKeys.flatMap((key) => key.split(' ')))
  const wanted = [
    ...([...words].some((word) => money.has(word)) ? ['currency'] : []),
    ...([...words].some((word) => measured.has(word)) ? ['unit'] : []),
  ]
  return [...table.columns()].filter(({ key }) => wanted.includes(key.slice(key.lastIndexOf(' ') + 1)))
}

function unitBeside(columns: Columns, row: number): Unit | undefined {
  for (const column of columns) {
    const code = column.codeAt(row)
    if (code < 0) continue
    const text = column.texts[code]
    return { key: unitKey(text) ?? readValue(text).valueKey, text, isBefore: false }
  }
  return undefined
}
