import { parseTime } from '../../time.js'
import { toKey } from '../phrases.js'
import { compareDecimals, type Decimal, parseDecimal } from '../records/decimal.js'
import { findFields } from '../records/field-names.js'
import type { ParsedRecord, RecordField } from '../records/record.js'

/** What a record must be. Several values of one criterion are alternatives; several criteria must all hold. */
export interface Criterion {
  /** In any spelling that the look-up understands (GWT7); null stands for whichever field has the value. */
  readonly field: string | null
  readonly test: 'is' | 'is_not' | 'above' | 'below' | 'at_least' | 'at_most' | 'present' | 'absent'
  readonly values: readonly string[]
}

type Predicate = (record: ParsedRecord) => boolean

/** One predicate for all criteria, made once and asked a hundred thousand times. */
export function compileCriteria(criteria: readonly Criterion[], knownFields: readonly string[]): Predicate {
  const predicates = criteria.map((criterion) => compile(criterion, knownFields))
  return (record) => predicates.every((predicate) => predicate(record))
}

function compile({ field, test, values }: Criterion, knownFields: readonly string[]): Predicate {
  const keys = field === null ? undefined : new Set(findFields(field, knownFields))
  const fieldsOf = ({ fields }: ParsedRecord) =>
    keys === undefined ? fields : fields.filter(({ key }) => keys.has(key))
  if (test === 'present') return (record) => fieldsOf(record).length > 0
  if (test === 'absent') return (record) => fieldsOf(record).length === 0
  if (test === 'is') return someField(fieldsOf, equalsAny(values))
  if (test === 'is_not') {
    const equals = equalsAny(values)
    // Whoever has no such field is neither in nor out.
    return (record) => {
      const own = fieldsOf(record)
      return own.length > 0 && !own.some(equals)
    }
  }
  const bounds = values.map(toBound).filter((bound) => bound !== undefined)
  return someField(fieldsOf, (own) => bounds.some((bound) => holds(test, compareToBound(own, bound))))
}

const someField =
  (fieldsOf: (record: ParsedRecord) => readonly RecordField[], matches: (field: RecordField) => boolean): Predicate =>
  (record) =>
    fieldsOf(record).some(matches)

/** Texts by their key, numbers by what they amount to: 4.50 is 4.5. */
function equalsAny(values: readonly string[]): (field: RecordField) => boolean {
  const keys = new Set(values.map(toKey))
  const decimals = values.map((value) => parseDecimal(value.trim())).filter((decimal) => decimal !== undefined)
  return ({ valueKey, number, text }) => {
    if (keys.has(valueKey)) return true
    if (number === null || decimals.length === 0) return false
    const own = parseDecimal(text)
    return own !== undefined && decimals.some((decimal) => compareDecimals(own, decimal) === 0)
  }
}

type Bound = { readonly decimal: Decimal } | { readonly time: number }

function toBound(value: string): Bound | undefined {
  const decimal = parseDecimal(value.trim())
  if (decimal !== undefined) return { decimal }
  const time = parseTime(value.trim())
  return time === undefined ? undefined : { time }
}

/** Undefined when the two cannot be compared. */
function compareToBound({ text, number }: RecordField, bound: Bound): number | undefined {
  if ('decimal' in bound) {
    const own = number === null ? undefined : parseDecimal(text)
    return own === undefined ? undefined : compareDecimals(own, bound.decimal)
  }
  const own = parseTime(text)
  return own === undefined ? undefined : own - bound.time
}

function holds(test: 'above' | 'below' | 'at_least' | 'at_most', order: number | undefined): boolean {
  if (order === undefined) return false
  if (test === 'above') return order > 0
  if (test === 'below') return order < 0
  return test === 'at_least' ? order >= 0 : order <= 0
}
