import { parseTime } from '../../../time.js'
import { labelKey } from '../../records/record-table.js'
import type { ValueMention } from './mentions.js'
import type { ParsedQuestion } from './parse-question.js'

const titleNames = new Set(['name', 'title', 'label', 'id', 'key', 'code', 'number', 'address'])
const sampleSize = 200

/** Whether a value names a record, rather than something about it: "the budget of gamma", not "of Ann". */
export const namesRecord = (parsed: ParsedQuestion, value: ValueMention): boolean => {
  const titles = titleFields(parsed)
  return value.fields.some((key) => key === labelKey || titles.has(key))
}

export const isOfTitle = (parsed: ParsedQuestion): boolean => parsed.values.some((value) => namesRecord(parsed, value))

/** Fields with a name for each record: called so, or the first text that differs in all. */
function titleFields({ records: { table, rows } }: ParsedQuestion): ReadonlySet<string> {
  const titles = new Set<string>()
  const some = rows.slice(0, sampleSize)
  const firstOf = new Map<string, string>()
  for (const row of some) {
    const { keys } = table.shape(row)
    const signature = keys.join('\n')
    if (firstOf.has(signature)) continue
    for (const key of keys) if (key.split(' ').some((word) => titleNames.has(word))) titles.add(key)
    const first = table.record(row).fields.find(({ key, number, text }) => {
      return number === null && parseTime(text) === undefined && differsInAll(key, some, table)
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
