import { parseTime } from '../../time.js'
import { compareDecimals, type Decimal, formatDecimal, parseDecimal } from '../records/decimal.js'
import { sumExactly } from '../records/decimal-sum.js'
import type { RecordField, StructuredRecord } from '../records/record.js'

/** A record with the value of the field that is measured. */
export interface Measured {
  readonly record: StructuredRecord
  readonly field: RecordField
  /** For sorting: the nearest double, or the time. */
  readonly rank: number
}

/** Averages are rounded to this, half away from zero (GWT8); sums, least and most are exact. */
export const averagePlaces = 4

/** Those whose field is a number. Where none is, dates can still be put in order: `isTime`. */
export function measure(
  records: readonly StructuredRecord[],
  keys: ReadonlySet<string>,
): { readonly measured: readonly Measured[]; readonly isTime: boolean } {
  const numeric: Measured[] = []
  const times: Measured[] = []
  for (const record of records) {
    const field = record.fields.find(({ key }) => keys.has(key))
    if (field === undefined) continue
    if (field.number !== null) numeric.push({ record, field, rank: field.number })
    else if (numeric.length === 0) {
      const time = parseTime(field.text)
      if (time !== undefined) times.push({ record, field, rank: time })
    }
  }
  return numeric.length > 0 ? { measured: numeric, isTime: false } : { measured: times, isTime: times.length > 0 }
}

export const sumOf = (measured: readonly Measured[]): Decimal => sumExactly(measured.map(({ field }) => field.text))

/**
 * Exactly by value. Rounding to doubles keeps the order, so only where those are equal the digits are asked; times are
 * whole milliseconds.
 */
export function compareMeasures(a: Measured, b: Measured): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  const [x, y] = [parseDecimal(a.field.text), parseDecimal(b.field.text)]
  return x === undefined || y === undefined ? 0 : compareDecimals(x, y)
}

/** A number in its plain form; a date as the user wrote it. */
export function formatMeasure({ field }: Measured): string {
  const decimal = parseDecimal(field.text)
  return decimal === undefined ? field.text : formatDecimal(decimal)
}
