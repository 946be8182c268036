import { type Decimal, divide, formatDecimal, toDecimal } from '../records/decimal.js'
import type { RecordTable } from '../records/record-table.js'
import { addUp, averagePlaces, decimalAt, findExtreme, measure } from './measure.js'

export const aggregates = ['count', 'average', 'sum', 'min', 'max'] as const
export type Aggregate = (typeof aggregates)[number]

/** Exactly total / divisor: averages are compared before rounding, and nothing else is rounded. */
export interface Quantity {
  readonly total: Decimal
  readonly divisor: number
  readonly isAverage: boolean
}

export interface Aggregated {
  readonly count: number
  readonly numericCount: number
  /** Null when no value is numeric. */
  readonly quantity: Quantity | null
}

export function aggregateOf(
  table: RecordTable,
  rows: readonly number[],
  keys: readonly string[],
  aggregate: Aggregate,
): Aggregated {
  const count = rows.length
  if (aggregate === 'count') return { count, numericCount: 0, quantity: whole(toDecimal(count)) }
  if (aggregate === 'sum' || aggregate === 'average') {
    const { count: numericCount, sum } = addUp(table, rows, keys)
    if (numericCount === 0) return { count, numericCount, quantity: null }
    const isAverage = aggregate === 'average'
    return { count, numericCount, quantity: isAverage ? { total: sum, divisor: numericCount, isAverage } : whole(sum) }
  }
  const measurement = measure(table, rows, keys)
  if (measurement.count === 0 || measurement.isTime) return { count, numericCount: 0, quantity: null }
  const best = decimalAt(measurement, findExtreme(measurement, aggregate))
  return { count, numericCount: measurement.count, quantity: best === undefined ? null : whole(best) }
}

export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.total.times(b.divisor).cmp(b.total.times(a.divisor))
}

/** |a − b|. */
export function formatDifference(a: Quantity, b: Quantity): string {
  const magnitude = a.total.times(b.divisor).minus(b.total.times(a.divisor)).abs()
  return formatQuantity({ total: magnitude, divisor: a.divisor * b.divisor, isAverage: a.isAverage || b.isAverage })
}

export function formatQuantity({ total, divisor, isAverage }: Quantity): string {
  return formatDecimal(isAverage ? divide(total, divisor, averagePlaces) : total)
}

const whole = (total: Decimal): Quantity => ({ total, divisor: 1, isAverage: false })
