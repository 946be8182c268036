import type { Column } from '../records/column.js'
import { type Decimal, formatDecimal, parseDecimal } from '../records/decimal.js'
import { ExactSum } from '../records/decimal-sum.js'
import type { RecordTable } from '../records/record-table.js'

/** Averages are rounded to this, half away from zero (GWT8); sums, minima and maxima are exact. */
export const averagePlaces = 4

/** The measured rows as parallel arrays: one object per row would cost more than the sums (`npm run bench:workspace`). */
export interface Measurement {
  readonly count: number
  readonly rows: readonly number[]
  /** Sort keys: the nearest double, or the time. */
  readonly ranks: readonly number[]
  readonly codes: readonly number[]
  /** The columns of the codes. */
  readonly columns: readonly Column[]
  /** True when no value is a number and the ranks are times. */
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

/** Visits, for each row, the first column that has a value, if that value has a rank. */
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
      const rank = isTime ? column.timeOf(code) : column.amounts[code]
      if (!Number.isNaN(rank)) visit(row, column, code, rank)
      break
    }
  }
}

/** The number of rows with a numeric value, and their sum. */
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

const literalAt = ({ columns, codes }: Measurement, at: number): string => columns[at].literalOf(codes[at])

/**
 * Compares exactly by value. Rounding to doubles keeps the order, so exact digits are compared only when the doubles are
 * equal; times are whole milliseconds.
 */
export function compareMeasures(measurement: Measurement, a: number, b: number): number {
  const { ranks, codes, columns } = measurement
  if (ranks[a] !== ranks[b]) return ranks[a] - ranks[b]
  if (codes[a] === codes[b] && columns[a] === columns[b]) return 0
  const [x, y] = [parseDecimal(literalAt(measurement, a)), parseDecimal(literalAt(measurement, b))]
  return x === undefined || y === undefined ? 0 : x.cmp(y)
}

/** The index of the first minimum or maximum; the measurement must not be empty. */
export function findExtreme(measurement: Measurement, which: 'min' | 'max'): number {
  const direction = which === 'max' ? -1 : 1
  let best = 0
  for (let at = 1; at < measurement.count; at++) {
    if (compareMeasures(measurement, at, best) * direction < 0) best = at
  }
  return best
}

/** The exact value at an index; undefined for a time. */
export const decimalAt = (measurement: Measurement, at: number): Decimal | undefined =>
  measurement.isTime ? undefined : parseDecimal(literalAt(measurement, at))

/** A number in its plain form; a number with a unit and a date as the user wrote them. */
export function formatMeasure(measurement: Measurement, at: number): string {
  const [column, code] = [measurement.columns[at], measurement.codes[at]]
  const decimal = column.unitOf(code) === undefined ? decimalAt(measurement, at) : undefined
  return decimal === undefined ? column.texts[code] : formatDecimal(decimal)
}
