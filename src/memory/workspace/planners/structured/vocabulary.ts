import { stemEnglish } from '../../../recall/english-stem.js'
import { parseTime } from '../../../time.js'
import { fieldKey, numbersOf } from '../../records/field-names.js'
import type { FieldSummary } from '../../records/fields.js'
import { readValue } from '../../records/record.js'
import { labelKey, type RecordSet } from '../../records/record-table.js'
import { isParticiple } from '../word-forms.js'

/** What a question can be about: the fields and the values of the records that it may see. */
export interface Vocabulary {
  readonly fields: readonly FieldSummary[]
  findField(phrase: string): FieldSummary | undefined
  /** Its values can be put in order: numbers, or dates. */
  isMeasurable(field: FieldSummary): boolean
  isTemporal(field: FieldSummary): boolean
  /** It says yes or no, so that its name alone says yes: "remote employees". */
  isBoolean(field: FieldSummary): boolean
  /** The field that numbers or names records of this kind: `order_id` those that are orders. */
  findKind(noun: string): FieldSummary | undefined
  /** Keys of the fields that have the value, the commonest first. */
  fieldsWithValue(phrase: string): readonly string[]
}

const booleans: ReadonlySet<string> = new Set(['true', 'false', 'yes', 'no'])
const timeWords: ReadonlySet<string> = new Set(['date', 'time', 'at', 'on', 'day', 'year'])

const identifying = ['id', 'no', 'nr', 'number', 'name', 'code', 'key', 'title', 'ref'] as const
const isEventWord = (word: string): boolean => isParticiple(word) || word === 'due'

/** So many values tell whether a field holds dates. */
const sampled = 20

export function createVocabulary({ table, rows, fields }: RecordSet): Vocabulary {
  const byForm = new Map<string, FieldSummary>()
  // The very key before its other number, the common before the rare.
  for (const field of fields) byForm.set(field.key, byForm.get(field.key) ?? field)
  for (const field of fields) {
    for (const form of numbersOf(field.key)) if (!byForm.has(form)) byForm.set(form, field)
  }
  const isWhole = rows.length === table.size
  const isTemporal = ({ key, numericCount }: FieldSummary): boolean => {
    const texts = numericCount > 0 ? [] : firstOf(table.column(key)?.texts ?? [], sampled)
    return texts.length > 0 && texts.every((text) => parseTime(text) !== undefined)
  }
  // "hired" is about the hire date, and "created date" about `created_at`.
  const byEvent = new Map<string, FieldSummary>()
  for (const field of fields) {
    const words = field.key.split(' ')
    const event = words.filter((word) => !timeWords.has(word)).join(' ')
    const isEvent = event !== '' && (words.length > 1 && event !== field.key ? true : isTemporal(field))
    if (isEvent && !byEvent.has(stemEnglish(event))) byEvent.set(stemEnglish(event), field)
  }
  const findEvent = (phrase: string): FieldSummary | undefined => {
    const words = phrase.split(' ')
    const event = words.filter((word) => !timeWords.has(word)).join(' ')
    // Alone it must be a form of the verb: orders are not what was ordered.
    return event !== '' && (words.length > 1 || isEventWord(phrase)) ? byEvent.get(stemEnglish(event)) : undefined
  }
  const isBoolean = ({ key }: FieldSummary): boolean => {
    const values = table.column(key)?.valueKeys ?? []
    return values.every((value) => value === '' || booleans.has(value))
  }
  return {
    fields,
    isTemporal,
    isBoolean,
    isMeasurable: (field) => field.numericCount > 0 || isTemporal(field),
    findField: (phrase) =>
      numbersOf(fieldKey(phrase))
        .map((form) => byForm.get(form))
        .find((field) => field !== undefined) ?? findEvent(fieldKey(phrase)),
    findKind(noun) {
      const kinds = numbersOf(fieldKey(noun))
      return fields.find(({ key }) => kinds.some((kind) => identifying.some((word) => key === `${kind} ${word}`)))
    },
    fieldsWithValue(phrase) {
      const { valueKey } = readValue(phrase)
      return [...fields.map(({ key }) => key), labelKey].filter((key) => {
        const column = table.column(key)
        if (column === undefined || !column.hasValue(valueKey)) return false
        if (isWhole) return true
        // Others may have it where this question must not look.
        const codes = new Set(column.codesOf(phrase))
        return rows.some((row) => codes.has(column.codeAt(row)))
      })
    },
  }
}

/** The first so many texts of a column that are in use. */
function firstOf(texts: readonly string[], count: number): readonly string[] {
  const first: string[] = []
  for (let at = 0; at < texts.length && first.length < count; at++) if (texts[at] !== '') first.push(texts[at])
  return first
}
