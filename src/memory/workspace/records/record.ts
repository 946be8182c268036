import { toKey } from '../phrases.js'
import { formatDecimal, parseDecimal } from './decimal.js'
import { fieldKey } from './field-names.js'

export interface RecordField {
  /** As the user wrote it. */
  readonly name: string
  /** The key for look-ups (GWT7): case, spaces and underscores do not matter. */
  readonly key: string
  /** As the user wrote it; exact arithmetic parses it. */
  readonly text: string
  /** Equal for equal values (`readValue`). */
  readonly valueKey: string
  /** The nearest double if the whole value is a number, else null. For sorting and filtering, never for sums. */
  readonly number: number | null
}

export interface ParsedRecord {
  /** The text before its fields: "Sale 17: region=North, …". */
  readonly label: string | null
  /** The title above its table or list: "Books". */
  readonly title?: string
  /** What the memory is filed under: its tags and, for an entity, its type. */
  readonly tags?: readonly string[]
  /** In the user's order; one per key. */
  readonly fields: readonly RecordField[]
}

/** A record with its place: a memory's text may hold several. */
export interface StructuredRecord extends Pick<ParsedRecord, 'label' | 'fields'> {
  readonly memoryId: string
  readonly ordinal: number
}

/** The last of two fields with the same name wins, as in JSON. Undefined when no field has a value. */
export function toRecord(
  pairs: readonly (readonly [name: string, text: string])[],
  { label = null, ...filed }: Partial<Omit<ParsedRecord, 'fields'>> = {},
): ParsedRecord | undefined {
  const fields = new Map<string, RecordField>()
  for (const [name, text] of pairs) if (text !== '') fields.set(fieldKey(name), toField(name, text))
  return fields.size === 0 ? undefined : { label, ...filed, fields: [...fields.values()] }
}

function toField(name: string, text: string): RecordField {
  return { name, key: fieldKey(name), text, ...readValue(text) }
}

/** Normalises a value: 4.50 and 4.5 are the same number, North and "north " the same word. */
export function readValue(text: string): Pick<RecordField, 'valueKey' | 'number'> {
  const trimmed = text.trim()
  const decimal = parseDecimal(trimmed)
  if (decimal === undefined) return { valueKey: toKey(trimmed), number: null }
  const valueKey = formatDecimal(decimal)
  return { valueKey, number: Number(valueKey) }
}

export const fieldOf = ({ fields }: Pick<ParsedRecord, 'fields'>, key: string): RecordField | undefined =>
  fields.find((field) => field.key === key)
