import { parseTime } from '../../time.js'
import type { Column } from '../records/column.js'
import { type Decimal, formatDecimal, parseDecimal } from '../records/decimal.js'
import { sumExactly } from '../records/decimal-sum.js'
import type { RecordTable } from '../records/record-table.js'

/** A row with the value of the field that is measured. */
export interface Measured {
  readonly row: number
  readonly text: string
  /** For sorting: the nearest double, or the time. */
  readonly rank: number
}

/** Averages are rounded to this, half away from zero (GWT8); sums, least and most are exact. */
export const averagePlaces = 4

export interface Measurement {
  readonly measured: readonly Measured[]
  /** No value was a number, but dates can still be put in order. */
  readonly isTime: boolean
}

export function measure(table: RecordTable, rows: readonly number[], keys: readonly string[]): Measurement {
  const columns = keys.flatMap((key) => table.column(key) ?? [])
  const numeric = collectRanks(columns, rows, (column, code) => column.numbers[code])
  if (numeric.length > 0) return { measured: numeric, isTime: false }
  const times = collectRanks(columns, rows, (column, code) => parseTime(column.texts[code]) ?? Number.NaN)
  return { measured: times, isTime: times.length > 0 }
}

/** Of each row the first column that has a value for it; only those that have a rank. */
function collectRanks(
  columns: readonly Column[],
  rows: readonly number[],
  rankOf: (column: Column, code: number) => number,
): readonly Measured[] {
  const measured: Measured[] = []
  for (const row of rows) {
    for (const column of columns) {
      const code = column.codeAt(row)
      if (code < 0) continue
      const rank = rankOf(column, code)
      if (!Number.isNaN(rank)) measured.push({ row, text: column.texts[code], rank })
      break
    }
  }
  return measured
}

export const sumOf = (measured: readonly Measured[]): Decimal => sumExactly(measured.map(({ text }) => text))

/**
 * Exactly by value. Rounding to doubles keeps the order, so only where those are equal the digits are asked; times are
 * whole milliseconds.
 */
export function compareMeasures(a: Measured, b: Measured): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.text === b.text) return 0
  const [x, y] = [parseDecimal(a.text), parseDecimal(b.text)]
  return x === undefined || y === undefined ? 0 : x.cmp(y)
}

/** A number in its plain form; a date as the user wrote it. */
export function formatMeasure({ text }: Measured): string {
  const decimal = parseDecimal(text)
  return decimal === undefined ? text : formatDecimal(decimal)
}
