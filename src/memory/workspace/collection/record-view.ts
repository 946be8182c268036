import { parseTime } from '../../time.js'
import { formatDecimal, parseDecimal } from '../records/decimal.js'
import { fieldOf, type RecordField, type StructuredRecord } from '../records/record.js'
import { parseUnitNumber } from '../records/units.js'
import { recordId } from './record-order.js'

/** A record as answers show it. */
export interface RecordView {
  readonly id: string
  readonly memory_id: string
  readonly label?: string
  readonly fields: Readonly<Record<string, string | number>>
}

/** Fields that name a record, most specific first. */
const titleKeys = ['name', 'title', 'label', 'product', 'item', 'id', 'key', 'code'] as const

export function viewRecord(record: StructuredRecord): RecordView {
  return {
    id: recordId(record),
    memory_id: record.memoryId,
    ...(record.label === null ? {} : { label: record.label }),
    fields: Object.fromEntries(record.fields.map((field) => [field.name, viewValue(field)])),
  }
}

/** A number only if a double represents it exactly; else the user's text. */
function viewValue({ text, number }: RecordField): string | number {
  const decimal = number === null ? undefined : parseDecimal(text)
  return number !== null && decimal !== undefined && formatDecimal(decimal) === String(number) ? number : text
}

/**
 * The title of a record in an answer: its name, its label, its first distinctive text, its first text, else its id.
 */
export function titleOf(record: StructuredRecord, isDistinctive: (field: RecordField) => boolean = () => true): string {
  for (const key of titleKeys) {
    const field = fieldOf(record, key)
    // A record company is a "label", too: a name does not name several records.
    if (field !== undefined && (key !== 'label' || isDistinctive(field))) return field.text
  }
  const named = record.fields.find(({ key }) => /\b(?:name|title)$/.test(key))
  if (named !== undefined) return named.text
  const texts = record.fields.filter(isWords)
  const distinctive = texts.find(isDistinctive)?.text
  // "Bill 2" names one record, "Bill" does not.
  if (record.label !== null && (/\d/u.test(record.label) || distinctive === undefined)) return record.label
  return distinctive ?? texts.at(0)?.text ?? recordId(record)
}

/** A date or "8.2 km" is no name, either. */
const isWords = ({ number, text }: RecordField): boolean =>
  number === null && parseTime(text) === undefined && parseUnitNumber(text) === undefined

/** One line of evidence: the memory's id and the record's fields. */
export function evidenceOf(record: StructuredRecord): string {
  const fields = record.fields.map(({ name, text }) => `${name}=${text}`).join(', ')
  return `${record.memoryId}: ${record.label === null ? '' : `${record.label}: `}${fields}`
}
