import { titleOf } from '../collection/record-view.js'
import { naturalOrder } from '../natural-order.js'
import { toKey } from '../phrases.js'
import { fieldOf, type RecordField, type StructuredRecord } from '../records/record.js'

/** One thing of which two values are told. */
export interface ValueContradiction {
  readonly subject: string
  readonly field: string
  /** Each value with the memories that tell it. */
  readonly values: readonly { readonly text: string; readonly memoryIds: readonly string[] }[]
}

/** GWT12: the same record, the same field, different values, in different memories. */
export function findContradictions(records: readonly StructuredRecord[]): readonly ValueContradiction[] {
  const byIdentity = new Map<string, StructuredRecord[]>()
  // In the order they were written, so that the order of input does not show.
  const written = [...records].sort((a, b) =>
    a.memoryId < b.memoryId ? -1 : a.memoryId > b.memoryId ? 1 : a.ordinal - b.ordinal,
  )
  for (const record of written) {
    const identity = identityOf(record)
    if (identity === undefined) continue
    const same = byIdentity.get(identity)
    if (same === undefined) byIdentity.set(identity, [record])
    else same.push(record)
  }
  return [...byIdentity.values()]
    .flatMap(contradictionsAmong)
    .sort((a, b) => naturalOrder(a.subject, b.subject) || naturalOrder(a.field, b.field))
}

const idKeys = ['id', 'uuid', 'key', 'code', 'sku'] as const
const nameKeys = ['name', 'title'] as const

/** Its own id, else its name. A record with neither is like no other. */
function identityOf(record: StructuredRecord): string | undefined {
  const id = idKeys.map((key) => fieldOf(record, key)).find((field) => field !== undefined)
  if (id !== undefined) return `${id.key} ${id.valueKey}`
  const name = nameKeys.map((key) => fieldOf(record, key)).find((field) => field !== undefined)
  return name === undefined ? undefined : `name ${name.valueKey}`
}

const isIdentity = ({ key }: RecordField): boolean => [...idKeys, ...nameKeys].some((identity) => identity === key)

function contradictionsAmong(records: readonly StructuredRecord[]): readonly ValueContradiction[] {
  const told = new Map<string, Map<string, { text: string; memoryIds: Set<string> }>>()
  for (const [at, record] of records.entries()) {
    for (const other of records.slice(at + 1)) {
      if (other.memoryId === record.memoryId || !areVersions(record, other)) continue
      for (const field of differences(record, other)) {
        for (const teller of [record, other]) tell(told, field, teller)
      }
    }
  }
  return [...told].map(([key, values]) => ({
    subject: titleOf(records[0]),
    field: records.map((record) => fieldOf(record, key)?.name).find((name) => name !== undefined) ?? key,
    values: [...values.values()]
      .map(({ text, memoryIds }) => ({ text, memoryIds: [...memoryIds].sort() }))
      .sort((a, b) => naturalOrder(a.text, b.text)),
  }))
}

/**
 * Two tellings of one thing differ in one field, or in the fewer of what they share. By name alone, records that differ
 * in most of it are two things: the lamp sold in the north and the lamp sold in the south.
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

function tell(
  told: Map<string, Map<string, { text: string; memoryIds: Set<string> }>>,
  key: string,
  record: StructuredRecord,
): void {
  const field = fieldOf(record, key)
  if (field === undefined) return
  const values = told.get(key) ?? new Map<string, { text: string; memoryIds: Set<string> }>()
  const value = values.get(field.valueKey) ?? { text: field.text, memoryIds: new Set<string>() }
  value.memoryIds.add(record.memoryId)
  told.set(key, values.set(field.valueKey, value))
}

export const contradictionKey = ({ subject, field }: ValueContradiction): string =>
  `contradiction:${toKey(subject)}:${toKey(field)}`
