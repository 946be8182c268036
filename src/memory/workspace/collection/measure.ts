import type { Column } from '../records/column.js'
import { type Decimal, formatDecimal, parseDecimal } from '../records/decimal.js'
import { ExactSum } from '../records/decimal-sum.js'
import type { RecordTable } from '../records/record-table.js'

/** Averages are rounded to this, half away from zero (GWT8); sums, least and most are exact. */
export const averagePlaces = 4

/** Rows with the values of the field that is measured, side by side: objects for each would cost more than the sums. */
export interface Measurement {
  readonly count: number
  readonly rows: readonly number[]
  /** For sorting: the nearest double, or the time. */
  readonly ranks: readonly number[]
  readonly codes: readonly number[]
  /** Whose codes they are. */
  readonly columns: readonly Column[]
  /** No value was a number, but dates can still be put in order. */
  readonly isTime: boolean
}

export function measure(table: RecordTable, rows: readonly number[], keys: readonly string[]): Measurement {
  const columns = keys.flatMap((key) => table.column(key) ?? [])
  const numeric = collectRanks(columns, rows, false)
  if (numeric.count > 0) return numeric
  const times = collectRanks(columns, rows, true)
  return times.count > 0 ? times : numeric
}

function collectRanks(columns: readonly Column[], rows: readonly number[], isTime: boolean): Measurement {
  const found = { rows: [] as number[], ranks: [] as number[], codes: [] as number[], columns: [] as Column[] }
  visitRanked(columns, rows, isTime, (row, column, code, rank) => {
    found.rows.push(row)
    found.ranks.push(rank)
    found.codes.push(code)
    found.columns.push(column)
  })
  return { ...found, count: found.rows.length, isTime }
}

/** Of each row the first column that has a value for it; only those that have a rank. */
function visitRanked(
  columns: readonly Column[],
  rows: readonly number[],
  isTime: boolean,
  visit: (row: number, column: Column, code: number, rank: number) => void,
): void {
  for (const row of rows) {
    for (const column of columns) {
      const code = column.codeAt(row)
      if (code < 0) continue
      const rank = isTime ? column.timeOf(code) : column.numbers[code]
      if (!Number.isNaN(rank)) visit(row, column, code, rank)
      break
    }
  }
}

/** How many of the rows have a number there, and what those add up to. */
export function addUp(
  table: RecordTable,
  rows: readonly number[],
  keys: readonly string[],
): { readonly count: number; readonly sum: Decimal } {
  const columns = keys.flatMap((key) => table.column(key) ?? [])
  const sum = new ExactSum()
  let count = 0
  visitRanked(columns, rows, false, (_, column, code) => {
    column.addTo(sum, code)
    count++
  })
  return { count, sum: sum.total() }
}

const textAt = ({ columns, codes }: Measurement, at: number): string => columns[at].texts[codes[at]]

/**
 * Exactly by value. Rounding to doubles keeps the order, so only where those are equal the digits are asked; times are
 * whole milliseconds.
 */
export function compareMeasures(measurement: Measurement, a: number, b: number): number {
  const { ranks, codes, columns } = measurement
  if (ranks[a] !== ranks[b]) return ranks[a] - ranks[b]
  if (codes[a] === codes[b] && columns[a] === columns[b]) return 0
  const [x, y] = [parseDecimal(textAt(measurement, a)), parseDecimal(textAt(measurement, b))]
  return x === undefined || y === undefined ? 0 : x.cmp(y)
}

/** Where the least or the most stands, the first of several; of at least one. */
export function findExtreme(measurement: Measurement, which: 'min' | 'max'): number {
  const direction = which === 'max' ? -1 : 1
  let best = 0
  for (let at = 1; at < measurement.count; at++) {
    if (compareMeasures(measurement, at, best) * direction < 0) best = at
  }
  return best
}

/** The exact value of a number. */
export const decimalAt = (measurement: Measurement, at: number): Decimal | undefined =>
  measurement.isTime ? undefined : parseDecimal(textAt(measurement, at))

/** A number in its plain form; a date as the user wrote it. */
export function formatMeasure(measurement: Measurement, at: number): string {
  const decimal = decimalAt(measurement, at)
  return decimal === undefined ? textAt(measurement, at) : formatDecimal(decimal)
}
