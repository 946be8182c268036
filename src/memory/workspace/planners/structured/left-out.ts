import type { Json } from '../../../memory.js'
import { compileCriteria } from '../../collection/criteria.js'
import type { CollectionRequest } from '../../collection/request.js'
import { findFields } from '../../records/field-names.js'
import { labelKey, type RecordSet, type Shape } from '../../records/record-table.js'

/**
 * GWT19: how many records an answer rests on, and how many of the same kind it left out for lack of a field: a record
 * without a price is in no average, and one without a region is not known to be outside the North.
 */
export function leftOut(
  request: CollectionRequest,
  { table, rows, fields }: RecordSet,
): { readonly [key: string]: Json } {
  const known = fields.map(({ key }) => key)
  const { criteria, metric, groupField } = request
  const keysOf = (name: string | null) => (name === null || name === labelKey ? [] : findFields(name, known))
  const measured = [metric, groupField].map(keysOf).filter((keys) => keys.length > 0)
  const has = (keys: readonly string[], row: number) => keys.some((key) => (table.column(key)?.codeAt(row) ?? -1) >= 0)
  const meets = compileCriteria(criteria, table, known)
  const matching = rows.filter(meets)
  const resting = matching.filter((row) => measured.every((keys) => has(keys, row)))
  const left: { count: number; reason: string }[] = []
  for (const keys of measured) {
    const count = matching.filter((row) => !has(keys, row)).length
    if (count > 0) left.push({ count, reason: `no ${keys[0]}` })
  }
  const shapes = new Set<Shape>(matching.map((row) => table.shape(row)))
  for (const criterion of criteria) {
    const keys = keysOf(criterion.field)
    if (keys.length === 0 || criterion.test === 'present' || criterion.test === 'absent') continue
    const others = compileCriteria(
      criteria.filter((other) => other !== criterion),
      table,
      known,
    )
    const isAlike = alikeIn(shapes)
    const count = rows.filter((row) => !has(keys, row) && isAlike(table.shape(row), keys) && others(row)).length
    if (count > 0) left.push({ count, reason: `no ${keys[0]}` })
  }
  return { rests_on: resting.length, ...(left.length === 0 ? {} : { left_out: left }) }
}

/** A record of a known shape that only lacks these fields is of the same kind. */
function alikeIn(shapes: ReadonlySet<Shape>): (shape: Shape, lacking: readonly string[]) => boolean {
  const without = (keys: readonly string[], lacking: readonly string[]) =>
    keys.filter((key) => !lacking.includes(key)).join('\n')
  return (shape, lacking) => {
    const rest = without(shape.keys, lacking)
    return [...shapes].some((known) => without(known.keys, lacking) === rest)
  }
}
