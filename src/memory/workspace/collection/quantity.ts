import { type Decimal, divide, formatDecimal, toDecimal } from '../records/decimal.js'
import type { RecordTable } from '../records/record-table.js'
import { addUp, averagePlaces, decimalAt, findExtreme, measure } from './measure.js'

export const aggregates = ['count', 'average', 'sum', 'min', 'max'] as const
export type Aggregate = (typeof aggregates)[number]

/** Exactly total / over: averages are compared before they are rounded, and nothing else is ever rounded. */
export interface Quantity {
  readonly total: Decimal
  readonly over: number
  readonly isAverage: boolean
}

export interface Aggregated {
  readonly count: number
  readonly numericCount: number
  /** Null when nothing was numeric. */
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
    return { count, numericCount, quantity: isAverage ? { total: sum, over: numericCount, isAverage } : whole(sum) }
  }
  const measurement = measure(table, rows, keys)
  if (measurement.count === 0 || measurement.isTime) return { count, numericCount: 0, quantity: null }
  const best = decimalAt(measurement, findExtreme(measurement, aggregate))
  return { count, numericCount: measurement.count, quantity: best === undefined ? null : whole(best) }
}

export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.total.times(b.over).cmp(b.total.times(a.over))
}

/** |a − b|. */
export function formatDifference(a: Quantity, b: Quantity): string {
  const magnitude = a.total.times(b.over).minus(b.total.times(a.over)).abs()
  return formatQuantity({ total: magnitude, over: a.over * b.over, isAverage: a.isAverage || b.isAverage })
}

export function formatQuantity({ total, over, isAverage }: Quantity): string {
  return formatDecimal(isAverage ? divide(total, over, averagePlaces) : total)
}

const whole = (total: Decimal): Quantity => ({ total, over: 1, isAverage: false })
