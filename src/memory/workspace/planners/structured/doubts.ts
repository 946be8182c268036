import type { CollectionRequest } from '../../collection/request.js'
import { wordSet } from '../../phrases.js'
import { findFields } from '../../records/field-names.js'
import { labelKey } from '../../records/record-table.js'
import type { ParsedQuestion } from './parse-question.js'

/** Texts that stand for nothing: whether "none" is a value or the lack of one is not told. */
const placeholders = wordSet(
  'none keine keiner keins kein unbekannt aucun aucune nobody empty vacant n/a na nil null nothing unknown tbd tba - -- – — ? ?? …',
)

const ordering = wordSet('sum average min max top_k compare')

/**
 * GWT19: what the records leave in doubt although each word has its place: a value that several fields have, an entry that
 * may say that there is none, an entry that is no number among those that are measured.
 */
export function doubtIn({ records, values }: ParsedQuestion, request: CollectionRequest): string | undefined {
  const { operation, criteria, metric, groupField } = request
  const { table, rows, fields } = records
  const several = values.find(
    (value) =>
      value.fields.filter((key) => key !== labelKey).length > 1 &&
      criteria.some((criterion) => criterion.field === null && criterion.values.includes(value.text)),
  )
  if (several !== undefined) return `"${several.text}" stands in several fields: ${several.fields.join(', ')}`
  const known = fields.map(({ key }) => key)
  const keysOf = (name: string | null) => (name === null || name === labelKey ? [] : findFields(name, known))
  const countedBy = [
    ...(operation === 'distinct' || operation === 'count' || ordering.has(operation) ? [metric, groupField] : []),
    ...criteria.flatMap(({ test, field }) => (['is_not', 'absent', 'present'].includes(test) ? [field] : [])),
  ].flatMap(keysOf)
  for (const key of countedBy) {
    const texts = textsOf(key)
    const empty = texts.find((text) => placeholders.has(text.trim().toLowerCase()))
    if (empty !== undefined)
      return `"${key}" is "${empty}" in some of the records, which may be a value or the lack of one`
  }
  const measured = [
    ...(ordering.has(operation) ? [metric] : []),
    ...criteria.flatMap(({ test, field }) => (['above', 'below', 'at_least', 'at_most'].includes(test) ? [field] : [])),
  ].flatMap(keysOf)
  for (const key of measured) {
    const column = table.column(key)
    const summary = fields.find((field) => field.key === key)
    if (column === undefined || summary === undefined || summary.numericCount === 0) continue
    const odd = rows.find((row) => {
      const code = column.codeAt(row)
      return (
        code >= 0 &&
        column.texts[code] !== '' &&
        Number.isNaN(column.amounts[code]) &&
        Number.isNaN(column.timeOf(code))
      )
    })
    if (odd !== undefined)
      return `"${key}" is "${column.texts[column.codeAt(odd)]}" in one of the records, which is no number`
  }
  return undefined

  function textsOf(key: string): readonly string[] {
    const column = table.column(key)
    if (column === undefined) return []
    const codes = new Set(rows.map((row) => column.codeAt(row)).filter((code) => code >= 0))
    return codes.size > 2000 ? [] : [...codes].map((code) => column.texts[code])
  }
}
