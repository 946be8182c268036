import { naturalOrder } from '../natural-order.js'
import { fieldOf, type StructuredRecord } from '../records/record.js'

/** The record's own id if it has one, else that of its memory and, from the second on, its place in it. */
export function recordId(record: StructuredRecord): string {
  return fieldOf(record, 'id')?.text ?? placeOf(record)
}

const placeOf = ({ memoryId, ordinal }: StructuredRecord): string =>
  ordinal === 0 ? memoryId : `${memoryId}#${ordinal + 1}`

/** GWT8: records with ids of their own by these, naturally; the others as they were written: memory ids are in time. */
export function byRecordId(a: StructuredRecord, b: StructuredRecord): number {
  const [x, y] = [fieldOf(a, 'id')?.text, fieldOf(b, 'id')?.text]
  if (x !== undefined && y !== undefined) return naturalOrder(x, y) || byPlace(a, b)
  if (x !== undefined || y !== undefined) return x === undefined ? 1 : -1
  return byPlace(a, b)
}

function byPlace(a: StructuredRecord, b: StructuredRecord): number {
  return a.memoryId < b.memoryId ? -1 : a.memoryId > b.memoryId ? 1 : a.ordinal - b.ordinal
}
