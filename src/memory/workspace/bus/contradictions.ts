import { groupBy } from '../../group-by.js'
import { titleOf } from '../collection/record-view.js'
import { naturalOrder } from '../natural-order.js'
import { toKey } from '../phrases.js'
import { fieldOf, type RecordField, type StructuredRecord } from '../records/record.js'

/** A record field for which memories store different values. */
export interface ValueContradiction {
  readonly subject: string
  readonly field: string
  /** Each value with the memories that hold it. */
  readonly values: readonly { readonly text: string; readonly memoryIds: readonly string[] }[]
}

/** GWT12: the same record, the same field, different values, in different memories. */
export function findContradictions(records: readonly StructuredRecord[]): readonly ValueContradiction[] {
  // Sorted by memory, so that the result does not depend on the order of the input.
  const written = [...records].sort((a, b) =>
    a.memoryId < b.memoryId ? -1 : a.memoryId > b.memoryId ? 1 : a.ordinal - b.ordinal,
  )
  const identified = written.filter((record) => identityOf(record) !== undefined)
  return [...groupBy(identified, identityOf).values()]
    .flatMap(contradictionsAmong)
    .sort((a, b) => naturalOrder(a.subject, b.subject) || naturalOrder(a.field, b.field))
}

const idKeys = ['id', 'uuid', 'key', 'code', 'sku'] as const
const nameKeys = ['name', 'title'] as const

/** The record's id, else its name. A record with neither cannot contradict another. */
function identityOf(record: StructuredRecord): string | undefined {
  const id = idKeys.map((key) => fieldOf(record, key)).find((field) => field !== undefined)
  if (id !== undefined) return `${id.key} ${id.valueKey}`
  const name = nameKeys.map((key) => fieldOf(record, key)).find((field) => field !== undefined)
  return name === undefined ? undefined : `name ${name.valueKey}`
}

const isIdentity = ({ key }: RecordField): boolean => [...idKeys, ...nameKeys].some((identity) => identity === key)

function contradictionsAmong(records: readonly StructuredRecord[]): readonly ValueContradiction[] {
  const valuesByField = new Map<string, Map<string, { text: string; memoryIds: Set<string> }>>()
  for (const [at, record] of records.entries()) {
    for (const other of records.slice(at + 1)) {
      if (other.memoryId === record.memoryId || !areVersions(record, other)) continue
      for (const field of differences(record, other)) {
        for (const source of [record, other]) addValue(valuesByField, field, source)
      }
    }
  }
  return [...valuesByField].map(([key, values]) => ({
    subject: titleOf(records[0]),
    field: records.map((record) => fieldOf(record, key)?.name).find((name) => name !== undefined) ?? key,
    values: [...values.values()]
      .map(({ text, memoryIds }) => ({ text, memoryIds: [...memoryIds].sort() }))
      .sort((a, b) => naturalOrder(a.text, b.text)),
  }))
}

/**
 * Records with the same id are versions of one thing. Records with only the same name are, if they differ in one field
 * or in at most half of the fields they share: otherwise they are two things, such as lamps sold in two regions.
 */
function areVersions(a: StructuredRecord, b: StructuredRecord): boolean {
  if (idKeys.some((key) => fieldOf(a, key) !== undefined)) return true
  const shared = a.fields.filter((field) => !isIdentity(field) && fieldOf(b, field.key) !== undefined).length
  return differences(a, b).length <= Math.max(1, shared / 2)
}

const differences = (a: StructuredRecord, b: StructuredRecord): readonly string[] =>
  a.fields
    .filter((field) => {
      const other = fieldOf(b, field.key)
      return !isIdentity(field) && other !== undefined && other.valueKey !== field.valueKey
    })
    .map(({ key }) => key)

function addValue(
  valuesByField: Map<string, Map<string, { text: string; memoryIds: Set<string> }>>,
  key: string,
  record: StructuredRecord,
): void {
  const field = fieldOf(record, key)
  if (field === undefined) return
  const values = valuesByField.get(key) ?? new Map<string, { text: string; memoryIds: Set<string> }>()
  const value = values.get(field.valueKey) ?? { text: field.text, memoryIds: new Set<string>() }
  value.memoryIds.add(record.memoryId)
  valuesByField.set(key, values.set(field.valueKey, value))
}

export const contradictionKey = ({ subject, field }: ValueContradiction): string =>
  `contradiction:${toKey(subject)}:${toKey(field)}`
