import { naturalOrder } from '../natural-order.js'
import type { StructuredRecord } from '../records/record.js'

export interface Group {
  /** As most would write it: of several spellings the first in the alphabet, so that order of input does not show. */
  readonly name: string
  readonly records: readonly StructuredRecord[]
}

/** Records by the value of a field, in natural order; those without one are in no group. */
export function groupRecords(records: readonly StructuredRecord[], keys: ReadonlySet<string>): readonly Group[] {
  const groups = new Map<string, { name: string; records: StructuredRecord[] }>()
  for (const record of records) {
    const field = record.fields.find(({ key }) => keys.has(key))
    if (field === undefined) continue
    const group = groups.get(field.valueKey)
    if (group === undefined) groups.set(field.valueKey, { name: field.text, records: [record] })
    else {
      if (field.text < group.name) group.name = field.text
      group.records.push(record)
    }
  }
  return [...groups.values()].sort((a, b) => naturalOrder(a.name, b.name))
}
