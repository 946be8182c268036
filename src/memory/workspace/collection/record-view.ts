import { formatDecimal, parseDecimal } from '../records/decimal.js'
import { fieldOf, type RecordField, type StructuredRecord } from '../records/record.js'
import { recordId } from './record-order.js'

/** A record as an answer shows it. */
export interface RecordView {
  readonly id: string
  readonly memory_id: string
  readonly label?: string
  readonly fields: Readonly<Record<string, string | number>>
}

/** What things are called, most telling first. */
const titleKeys = ['name', 'title', 'label', 'product', 'item', 'id', 'key', 'code'] as const

export function viewRecord(record: StructuredRecord): RecordView {
  return {
    id: recordId(record),
    memory_id: record.memoryId,
    ...(record.label === null ? {} : { label: record.label }),
    fields: Object.fromEntries(record.fields.map((field) => [field.name, viewValue(field)])),
  }
}

/** A number only where a double says the very same; else the user's text. */
function viewValue({ text, number }: RecordField): string | number {
  const decimal = number === null ? undefined : parseDecimal(text)
  return number !== null && decimal !== undefined && formatDecimal(decimal) === String(number) ? number : text
}

/**
 * What to call a record in an answer: its name, its label, the first text that tells it from others, the first text,
 * else its id.
 */
export function titleOf(record: StructuredRecord, isTelling: (field: RecordField) => boolean = () => true): string {
  for (const key of titleKeys) {
    const field = fieldOf(record, key)
    if (field !== undefined) return field.text
  }
  const named = record.fields.find(({ key }) => /\b(?:name|title)$/.test(key))
  if (named !== undefined) return named.text
  if (record.label !== null) return record.label
  const texts = record.fields.filter(({ number }) => number === null)
  return (texts.find(isTelling) ?? texts.at(0))?.text ?? recordId(record)
}

/** One line that shows what the answer rests on, and where it stands. */
export function evidenceOf(record: StructuredRecord): string {
  const fields = record.fields.map(({ name, text }) => `${name}=${text}`).join(', ')
  return `${record.memoryId}: ${record.label === null ? '' : `${record.label}: `}${fields}`
}
