import { parseTime } from '../../time.js'
import type { Column } from '../records/column.js'
import { type Decimal, formatDecimal, parseDecimal } from '../records/decimal.js'
import { findFields } from '../records/field-names.js'
import { labelKey, type RecordTable } from '../records/record-table.js'

/** A condition on a record. Several values of one criterion are alternatives; all criteria must hold. */
export interface Criterion {
  /** In any spelling that field look-up accepts (GWT7); null means any field. */
  readonly field: string | null
  readonly test: 'is' | 'is_not' | 'above' | 'below' | 'at_least' | 'at_most' | 'present' | 'absent'
  readonly values: readonly string[]
}

type Bounding = 'above' | 'below' | 'at_least' | 'at_most'
type Predicate = (row: number) => boolean

/** Compiles all criteria into one predicate, which is called for up to a hundred thousand rows. */
export function compileCriteria(
  criteria: readonly Criterion[],
  table: RecordTable,
  knownFields: readonly string[],
): Predicate {
  const predicates = criteria.map((criterion) => compile(criterion, columnsOf(criterion, table, knownFields)))
  return (row) => predicates.every((predicate) => predicate(row))
}

function columnsOf({ field }: Criterion, table: RecordTable, knownFields: readonly string[]): readonly Column[] {
  const keys = field === null ? knownFields : field === labelKey ? [labelKey] : findFields(field, knownFields)
  return keys.flatMap((key) => table.column(key) ?? [])
}

function compile({ test, values }: Criterion, columns: readonly Column[]): Predicate {
  const isPresent: Predicate = (row) => columns.some((column) => column.codeAt(row) >= 0)
  if (test === 'present') return isPresent
  if (test === 'absent') return (row) => !isPresent(row)
  if (test === 'is') return equalsAny(columns, values)
  if (test === 'is_not') {
    const equals = equalsAny(columns, values)
    // A record without the field does not match `is_not`.
    return (row) => isPresent(row) && !equals(row)
  }
  return bounded(columns, test, values)
}

/** Compares by value: 4.50 equals 4.5. Only columns that contain one of the values are checked. */
function equalsAny(columns: readonly Column[], values: readonly string[]): Predicate {
  const wanted = columns
    .map((column) => ({ column, codes: new Set(values.flatMap((value) => column.codesOf(value))) }))
    .filter(({ codes }) => codes.size > 0)
  return (row) => wanted.some(({ column, codes }) => codes.has(column.codeAt(row)))
}

/** Compares numbers with numbers and dates with dates, once per distinct value. */
function bounded(columns: readonly Column[], test: Bounding, values: readonly string[]): Predicate {
  const bounds = values.map(toBound).filter((bound) => bound !== undefined)
  const known = columns.map((column) => ({ column, metByCode: new Map<number, boolean>() }))
  return (row) =>
    known.some(({ column, metByCode }) => {
      const code = column.codeAt(row)
      if (code < 0) return false
      let isMet = metByCode.get(code)
      if (isMet === undefined) {
        isMet = bounds.some((bound) => isMetBy(test, compareToBound(column, code, bound)))
        metByCode.set(code, isMet)
      }
      return isMet
    })
}

type Bound = { readonly decimal: Decimal; readonly nearest: number } | { readonly time: number }

function toBound(value: string): Bound | undefined {
  const decimal = parseDecimal(value.trim())
  if (decimal !== undefined) return { decimal, nearest: Number(formatDecimal(decimal)) }
  const time = parseTime(value.trim())
  return time === undefined ? undefined : { time }
}

/** Undefined when the two cannot be compared. */
function compareToBound(column: Column, code: number, bound: Bound): number | undefined {
  const own = 'decimal' in bound ? column.amounts[code] : column.timeOf(code)
  if (Number.isNaN(own)) return undefined
  if (!('decimal' in bound)) return own - bound.time
  // Rounding to doubles keeps the order, so exact digits are compared only when the doubles are equal.
  return own === bound.nearest ? parseDecimal(column.literalOf(code))?.cmp(bound.decimal) : own - bound.nearest
}

function isMetBy(test: Bounding, order: number | undefined): boolean {
  if (order === undefined) return false
  if (test === 'above') return order > 0
  if (test === 'below') return order < 0
  return test === 'at_least' ? order >= 0 : order <= 0
}
