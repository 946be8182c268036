import { type Decimal, divide, formatDecimal, toDecimal } from '../records/decimal.js'
import type { RecordTable } from '../records/record-table.js'
import { averagePlaces, compareMeasures, type Measured, measure, sumOf } from './measure.js'

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
  const { measured, isTime } = measure(table, rows, keys)
  if (measured.length === 0 || isTime) return { count, numericCount: 0, quantity: null }
  return { count, numericCount: measured.length, quantity: quantityOf(measured, aggregate) }
}

function quantityOf(measured: readonly Measured[], aggregate: Exclude<Aggregate, 'count'>): Quantity {
  const sum = () => sumOf(measured)
  if (aggregate === 'sum') return whole(sum())
  if (aggregate === 'average') return { total: sum(), over: measured.length, isAverage: true }
  const better = aggregate === 'min' ? -1 : 1
  const best = measured.reduce((most, each) => (compareMeasures(each, most) * better > 0 ? each : most))
  return whole(sumOf([best]))
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
