import { compileCriteria } from '../../collection/criteria.js'
import { singular } from '../../records/called.js'
import type { StructuredRecord } from '../../records/record.js'
import { kindFields, namesPerson, placeFields } from './lexicon.js'
import type { ParsedQuestion } from './parse-question.js'
import { arePeople, isPersonNoun } from './typical-fields.js'

/**
 * The position of a question word that the answer fits: "who" asks for people, "where" for a place, "when" for a time. It
 * is undefined, and so has no place in the plan (GWT19), when the answer would be something else.
 */
export function askerOf(parsed: ParsedQuestion, metric?: string): number | undefined {
  const at = parsed.words.findIndex(({ key }) => ['who', 'whose', 'where', 'when'].includes(key))
  if (at < 0) return undefined
  const last = metric === undefined ? '' : metric.slice(metric.lastIndexOf(' ') + 1)
  switch (parsed.words[at].key) {
    case 'where':
      // "… where the status is paid"
      return at > 1 || placeFields.has(last) ? at : undefined
    case 'when':
      return isTime(parsed, metric) ? at : undefined
    default:
      return at
  }
}

const isTime = ({ vocabulary }: ParsedQuestion, metric: string | undefined): boolean =>
  vocabulary.fields.some(
    (field) => field.key === metric && (vocabulary.isTemporal(field) || /\byear\b/u.test(field.key)),
  )

const sampleSize = 20

/** Whether "who" would be answered by something else: neither does the field hold people nor are the records people. */
export function asksForWrongPerson(parsed: ParsedQuestion, metric: string | null, isShown = false): boolean {
  if (parsed.words[0]?.key !== 'who') return false
  if (isShown && parsed.vocabulary.fields.some(({ key, numericCount }) => key === metric && numericCount > 0))
    return true
  const isPersonField = isShown && namesPerson(metric)
  return !isPersonField && !arePeopleIn(parsed, metric)
}

/** By their noun, by a type or a label, or by fields that only people have. */
function arePeopleIn(
  { records: { table, rows, fields }, kind, criteria }: ParsedQuestion,
  metric: string | null,
): boolean {
  if (kind !== undefined && isPersonNoun(kind.noun)) return true
  const known = fields.map(({ key }) => key)
  const meets = compileCriteria(criteria, table, known)
  const own: number[] = []
  for (const row of rows) {
    if (metric !== null && (table.column(metric)?.codeAt(row) ?? -1) < 0) continue
    if (meets(row)) own.push(row)
    if (own.length === sampleSize) break
  }
  return own.length > 0 && own.every((row) => isPerson(table.record(row), table.shape(row).keys))
}

function isPerson({ label, fields }: StructuredRecord, keys: readonly string[]): boolean {
  const marks = [
    label?.replace(/[#\d.]+/gu, ''),
    ...fields.flatMap(({ key, text }) => (kindFields.has(key) ? [text] : [])),
  ]
  return arePeople(keys) || marks.some((mark) => mark != null && isPersonNoun(singular(mark.trim().toLowerCase())))
}
