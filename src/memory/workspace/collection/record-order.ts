import { naturalOrder } from '../natural-order.js'
import { fieldOf, type StructuredRecord } from '../records/record.js'
import type { RecordTable } from '../records/record-table.js'
import { firstOf } from './first.js'

/** The record's own id if it has one, else that of its memory and, from the second on, its place in it. */
export function recordId(record: StructuredRecord): string {
  return fieldOf(record, 'id')?.text ?? placeOf(record)
}

const placeOf = ({ memoryId, ordinal }: StructuredRecord): string =>
  ordinal === 0 ? memoryId : `${memoryId}#${ordinal + 1}`

/**
 * GWT8: rows by id: those with ids of their own by these, naturally; the others as they were written, since memory
 * ids are in time.
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
  firstOf(rows, count, orderById(table))
