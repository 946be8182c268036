import { naturalOrder } from '../natural-order.js'
import { fieldOf, type StructuredRecord } from '../records/record.js'
import type { RecordTable } from '../records/record-table.js'
import { firstInOrder } from './first-in-order.js'

/** The record's own id, else the id of its memory, with its position from the second record on. */
export function recordId(record: StructuredRecord): string {
  return fieldOf(record, 'id')?.text ?? placeOf(record)
}

const placeOf = ({ memoryId, ordinal }: StructuredRecord): string =>
  ordinal === 0 ? memoryId : `${memoryId}#${ordinal + 1}`

/**
 * GWT8: orders rows by id: rows with their own id come first, in natural order; the others follow in the order in which
 * they were written, because memory ids rise with time.
 */
export function orderById(table: RecordTable): (a: number, b: number) => number {
  const ids = table.column('id')
  const ownId = (row: number): string | undefined => {
    const code = ids?.codeAt(row) ?? -1
    return code < 0 ? undefined : ids?.texts[code]
  }
  const byPlace = (a: number, b: number) => {
    const [x, y] = [table.place(a), table.place(b)]
    return x.memoryId < y.memoryId ? -1 : x.memoryId > y.memoryId ? 1 : x.ordinal - y.ordinal
  }
  return (a, b) => {
    const [x, y] = [ownId(a), ownId(b)]
    if (x !== undefined && y !== undefined) return naturalOrder(x, y) || byPlace(a, b)
    if (x !== undefined || y !== undefined) return x === undefined ? 1 : -1
    return byPlace(a, b)
  }
}

export const firstRows = (table: RecordTable, rows: readonly number[], count: number): readonly number[] =>
  firstInOrder(rows, count, orderById(table))
