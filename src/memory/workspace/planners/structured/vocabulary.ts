import { stemEnglish } from '../../../recall/text/english-stem.js'
import { parseTime } from '../../../time.js'
import { wordSet } from '../../phrases.js'
import { fieldKey, singularKeys } from '../../records/field-names.js'
import type { FieldSummary } from '../../records/fields.js'
import { readValue } from '../../records/record.js'
import { labelKey, type RecordSet } from '../../records/record-table.js'
import { isParticiple } from '../word-forms.js'

/** The fields and values of the visible records, which a question may name. */
export interface Vocabulary {
  readonly fields: readonly FieldSummary[]
  findField(phrase: string): FieldSummary | undefined
  /** Its values are numbers or dates, so they have an order. */
  isMeasurable(field: FieldSummary): boolean
  isTemporal(field: FieldSummary): boolean
  /** Its values are yes or no, so its name alone means yes: "remote employees". */
  isBoolean(field: FieldSummary): boolean
  /** The field that identifies records of this kind: `order_id` identifies orders. */
  findKind(noun: string): FieldSummary | undefined
  /** Keys of the fields that have the value, most common first. */
  fieldsWithValue(phrase: string): readonly string[]
}

const booleans = wordSet('true false yes no')
const timeWords = wordSet('date time at on day year')

const identifying = ['id', 'no', 'nr', 'number', 'name', 'code', 'key', 'title', 'ref'] as const
const isEventWord = (word: string): boolean => isParticiple(word) || word === 'due'

const withoutUnit = /^(?<bare>[^()[\]]+)[([][^()[\]]{1,12}[)\]]$/u

/** The number of values that are checked to decide whether a field holds dates. */
const sampleSize = 20

export function createVocabulary({ table, rows, fields }: RecordSet): Vocabulary {
  const byForm = new Map<string, FieldSummary>()
  // An exact key wins over a singular form, a common field over a rare one.
  for (const field of fields) byForm.set(field.key, byForm.get(field.key) ?? field)
  for (const field of fields) {
    for (const form of singularKeys(field.key)) if (!byForm.has(form)) byForm.set(form, field)
  }
  // "rent (EUR)" is asked for as the rent.
  for (const field of fields) {
    const bare = fieldKey(withoutUnit.exec(field.name)?.groups?.bare?.trim() ?? '')
    for (const form of bare === '' ? [] : singularKeys(bare)) if (!byForm.has(form)) byForm.set(form, field)
  }
  const isWhole = rows.length === table.size
  const isTemporal = ({ key, numericCount }: FieldSummary): boolean => {
    const texts = numericCount > 0 ? [] : firstTexts(table.column(key)?.texts ?? [], sampleSize)
    return texts.length > 0 && texts.every((text) => parseTime(text) !== undefined)
  }
  // "hired" means the hire date, and "created date" means `created_at`.
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
    // A single word must be a participle: "ordered" means the order date, "orders" does not.
    return event !== '' && (words.length > 1 || isEventWord(phrase)) ? byEvent.get(stemEnglish(event)) : undefined
  }
  const isBoolean = ({ key }: FieldSummary): boolean => {
    const values = table.column(key)?.valueKeys ?? []
    return values.every((value) => value === '' || booleans.has(value))
  }
  /** "unpaid" means that the field "paid" says no. */
  const findOpposite = (phrase: string): FieldSummary | undefined => {
    const field = phrase.startsWith('un') ? byForm.get(phrase.slice(2)) : undefined
    return field !== undefined && isBoolean(field) ? field : undefined
  }
  return {
    fields,
    isTemporal,
    isBoolean,
    isMeasurable: (field) => field.numericCount > 0 || isTemporal(field),
    findField: (phrase) =>
      singularKeys(fieldKey(phrase))
        .map((form) => byForm.get(form))
        .find((field) => field !== undefined) ??
      findEvent(fieldKey(phrase)) ??
      findOpposite(fieldKey(phrase)),
    findKind(noun) {
      const kinds = singularKeys(fieldKey(noun))
      return fields.find(({ key }) => kinds.some((kind) => identifying.some((word) => key === `${kind} ${word}`)))
    },
    fieldsWithValue(phrase) {
      const { valueKey } = readValue(phrase)
      return [...fields.map(({ key }) => key), labelKey].filter((key) => {
        const column = table.column(key)
        if (column === undefined || !column.hasValue(valueKey)) return false
        if (isWhole) return true
        // The value may occur only in rows that this question must not see.
        const codes = new Set(column.codesOf(phrase))
        return rows.some((row) => codes.has(column.codeAt(row)))
      })
    },
  }
}

/** The first `count` texts of a column that are in use. */
function firstTexts(texts: readonly string[], count: number): readonly string[] {
  const first: string[] = []
  for (let at = 0; at < texts.length && first.length < count; at++) if (texts[at] !== '') first.push(texts[at])
  return first
}
