import { toKey } from '../phrases.js'
import { formatDecimal, parseDecimal } from './decimal.js'
import { fieldKey } from './field-names.js'

export interface RecordField {
  /** As the user wrote it. */
  readonly name: string
  /** What finds it (GWT7): case, blanks and underscores do not matter. */
  readonly key: string
  /** As the user wrote it: the arithmetic reads the number from here, exactly. */
  readonly text: string
  /** What makes two values one: `readValue`. */
  readonly valueKey: string
  /** The nearest double of a value that is a number as a whole; null of any other. It sorts and sifts, never sums. */
  readonly number: number | null
}

export interface ParsedRecord {
  /** What stands before its fields: "Sale 17: region=North, …". */
  readonly label: string | null
  /** In the user's order; one per key. */
  readonly fields: readonly RecordField[]
}

/** A record with where it stands: a memory's text may hold many. */
export interface StructuredRecord extends ParsedRecord {
  readonly memoryId: string
  readonly ordinal: number
}

/** The last of two fields of one name holds, as in JSON. Undefined when no field has a value. */
export function toRecord(
  pairs: readonly (readonly [name: string, text: string])[],
  label: string | null = null,
): ParsedRecord | undefined {
  const fields = new Map<string, RecordField>()
  for (const [name, text] of pairs) if (text !== '') fields.set(fieldKey(name), toField(name, text))
  return fields.size === 0 ? undefined : { label, fields: [...fields.values()] }
}

function toField(name: string, text: string): RecordField {
  return { name, key: fieldKey(name), text, ...readValue(text) }
}

/** What a value is, whoever wrote it: 4.50 and 4.5 are one number, North and "north " one word. */
export function readValue(text: string): Pick<RecordField, 'valueKey' | 'number'> {
  const trimmed = text.trim()
  const decimal = parseDecimal(trimmed)
  if (decimal === undefined) return { valueKey: toKey(trimmed), number: null }
  const valueKey = formatDecimal(decimal)
  return { valueKey, number: Number(valueKey) }
}

export const fieldOf = ({ fields }: ParsedRecord, key: string): RecordField | undefined =>
  fields.find((field) => field.key === key)
