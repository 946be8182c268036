import type { PlacedWord } from '../../phrases.js'
import type { FieldSummary } from '../../records/fields.js'
import type { RecordSet } from '../../records/record-table.js'
import type { KindMention, ValueMention } from './mentions.js'
import { negationOfValue } from './question-criteria.js'

/** The fields of the records that a question is about, judged by its unambiguous words. */
export interface Scope {
  readonly fields: readonly FieldSummary[]
  /** The fields that may hold a value. */
  fieldsOf(value: ValueMention): readonly string[]
}

/**
 * A store holds records of many kinds. "Shipments not in Prague" is about the destination of shipments, although offices
 * are in Prague, too; "the largest orders" must not be ranked by the amount of invoices.
 */
export function findScope(
  words: readonly PlacedWord[],
  values: readonly ValueMention[],
  kinds: readonly KindMention[],
  { table, rows, fields }: RecordSet,
): Scope {
  const codesByField = new Map<string, Set<number>>()
  for (const value of values) {
    const [key, ...others] = value.fields
    if (others.length > 0 || negationOfValue(words, value).length > 0) continue
    const codes = codesByField.get(key) ?? new Set()
    for (const code of table.column(key)?.codesOf(value.text) ?? []) codes.add(code)
    codesByField.set(key, codes)
  }
  const tests = new Map<string, (row: number) => boolean>()
  for (const { kind } of kinds) {
    const column = table.column(kind.key)
    if (column !== undefined) tests.set(kind.key, (row) => column.codeAt(row) >= 0)
  }
  for (const [key, codes] of codesByField) {
    const column = table.column(key)
    if (column !== undefined) tests.set(key, (row) => codes.has(column.codeAt(row)))
  }
  const rowsInScope = (exceptField?: string): readonly number[] => {
    const others = [...tests].filter(([key]) => key !== exceptField).map(([, test]) => test)
    return others.length === 0 ? [] : rows.filter((row) => others.every((test) => test(row)))
  }
  const inside = rowsInScope()
  if (inside.length === 0) return { fields, fieldsOf: (value) => value.fields }
  return {
    fields: fields.filter(({ key }) => {
      const column = table.column(key)
      return column !== undefined && inside.some((row) => column.codeAt(row) >= 0)
    }),
    fieldsOf(value) {
      if (value.fields.length < 2) return value.fields
      const own = value.fields.filter((key) => {
        const column = table.column(key)
        const codes = new Set(column?.codesOf(value.text))
        // "lost or pending": no record is both, so one value must not exclude the other.
        const known = tests.has(key) ? rowsInScope(key) : inside
        return known.some((row) => codes.has(column?.codeAt(row) ?? -1))
      })
      return own.length === 0 ? value.fields : own
    },
  }
}
