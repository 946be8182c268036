import type { Json } from '../../../memory.js'
import { compileCriteria } from '../../collection/criteria.js'
import type { CollectionRequest } from '../../collection/request.js'
import { findFields } from '../../records/field-names.js'
import { labelKey, type RecordSet, type Shape } from '../../records/record-table.js'

/**
 * GWT19: how many records an answer rests on, and how many of the same kind it left out for lack of a field: a record
 * without a price is in no average, and one without a region is not known to be outside the North. `matchedCount` is the
 * number of records that meet the criteria.
 */
export function leftOut(
  request: CollectionRequest,
  records: RecordSet,
  matchedCount: number,
): { readonly [key: string]: Json } {
  const { table, rows, fields } = records
  const { criteria, metric, groupField } = request
  const known = fields.map(({ key }) => key)
  // A field that all records have leaves none out, which is what most questions over many records are about.
  const keysOf = (name: string | null) => {
    const keys = name === null || name === labelKey ? [] : findFields(name, known)
    return keys.some((key) => fields.some((field) => field.key === key && field.count >= rows.length)) ? [] : keys
  }
  const measured = [metric, groupField].map(keysOf).filter((keys) => keys.length > 0)
  const required = criteria.filter(
    ({ test, field }) => test !== 'present' && test !== 'absent' && keysOf(field).length > 0,
  )
  if (measured.length === 0 && required.length === 0) return { rests_on: matchedCount }

  const has = (keys: readonly string[], row: number) => keys.some((key) => (table.column(key)?.codeAt(row) ?? -1) >= 0)
  const matching = rows.filter(compileCriteria(criteria, table, known))
  const left: { count: number; reason: string }[] = []
  const note = (keys: readonly string[], count: number) => {
    if (count > 0) left.push({ count, reason: `no ${keys[0]}` })
  }
  for (const keys of measured) note(keys, matching.filter((row) => !has(keys, row)).length)
  const shapes = new Set(matching.map((row) => table.shape(row)))
  for (const criterion of required) {
    const keys = keysOf(criterion.field)
    const others = compileCriteria(
      criteria.filter((other) => other !== criterion),
      table,
      known,
    )
    const isAlike = likenessTo(shapes, keys)
    note(keys, rows.filter((row) => !has(keys, row) && isAlike(table.shape(row)) && others(row)).length)
  }
  const resting = matching.filter((row) => measured.every((keys) => has(keys, row))).length
  return { rests_on: resting, ...(left.length === 0 ? {} : { left_out: left }) }
}

/** Whether a record of this shape is of the same kind as those of the known ones, and only lacks these fields. */
function likenessTo(known: ReadonlySet<Shape>, lacking: readonly string[]): (shape: Shape) => boolean {
  const rest = ({ keys }: Shape) => keys.filter((key) => !lacking.includes(key)).join('\n')
  const rests = new Set([...known].map(rest))
  const answers = new Map<Shape, boolean>()
  return (shape) => {
    let isAlike = answers.get(shape)
    if (isAlike === undefined) {
      isAlike = rests.has(rest(shape))
      answers.set(shape, isAlike)
    }
    return isAlike
  }
}
