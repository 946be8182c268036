import { parseTime } from '../../../time.js'
import { labelKey, type RecordSet } from '../../records/record-table.js'
import type { ValueMention } from './mentions.js'
import type { ParsedQuestion } from './parse-question.js'

const titleNames = new Set(['name', 'title', 'id', 'key', 'code', 'number', 'address'])
/** Where something comes from and goes to is not its name. */
const ends = new Set(['from', 'to', 'origin', 'destination', 'source', 'target'])
/** A record company is a label, too. */
const weakNames = new Set(['label'])
const sampleSize = 200

/** Whether a value names a record, rather than something about it: "the budget of gamma", not "of Ann". */
export const namesRecord = (parsed: ParsedQuestion, value: ValueMention): boolean => {
  const titles = titleFields(parsed.records)
  return value.fields.some((key) => key === labelKey || titles.has(key))
}

/** Whether the values of a field name the records. */
export const isTitle = ({ records }: ParsedQuestion, key: string): boolean => titleFields(records).has(key)

/** Whether the values name records by a field, not by the label of their kind. */
export const isNamedByField = ({ records }: ParsedQuestion, { fields }: ValueMention): boolean =>
  fields.every((key) => titleFields(records).has(key))

export const isOfTitle = (parsed: ParsedQuestion): boolean => parsed.values.some((value) => namesRecord(parsed, value))

/** Of a name that is also a value of another field, the record of this name is meant: Eve, not those whom she manages. */
export function preferTitle<Value extends ValueMention>(value: Value, records: RecordSet): Value {
  if (value.fields.length < 2 || value.fields.includes(labelKey)) return value
  const titles = titleFields(records)
  const own = value.fields.filter((key) => titles.has(key))
  return own.length === 0 ? value : { ...value, fields: own }
}

/** Whether the value is the name of one record: "how many bolts" then asks for more than the records can count. */
export const isNameOfOne = ({ records }: ParsedQuestion, value: ValueMention): boolean => {
  const titles = titleFields(records)
  return value.fieldMention === undefined && value.fields.every((key) => titles.has(key))
}

/** Fields with a name for each record: called so, or the first text that differs in all. */
function titleFields({ table, rows }: RecordSet): ReadonlySet<string> {
  const titles = new Set<string>()
  const some = rows.slice(0, sampleSize)
  const firstOf = new Map<string, string>()
  for (const row of some) {
    const { keys } = table.shape(row)
    const signature = keys.join('\n')
    if (firstOf.has(signature)) continue
    for (const key of keys) {
      const isName = key.split(' ').some((word) => titleNames.has(word))
      const isWeak = key.split(' ').some((word) => weakNames.has(word)) && differsInAll(key, some, table)
      if (isName || isWeak) titles.add(key)
    }
    const first = table.record(row).fields.find(({ key, number, text }) => {
      return !ends.has(key) && number === null && parseTime(text) === undefined && differsInAll(key, some, table)
    })
    firstOf.set(signature, first?.key ?? '')
    if (first !== undefined) titles.add(first.key)
  }
  return titles
}

function differsInAll(key: string, rows: readonly number[], table: ParsedQuestion['records']['table']): boolean {
  const column = table.column(key)
  const codes = rows.map((row) => column?.codeAt(row) ?? -1).filter((code) => code >= 0)
  return new Set(codes).size === codes.length
}
