import type { StoredVector } from '../../../ports/store/write.js'
import type { Transaction } from '../connection/transaction.js'
import { insertRows } from '../schema/bulk-insert.js'
import { toColumns, vectors } from '../schema/memory-tables.js'
import { modelIdOf } from './model-id.js'
import type { TransactionCounters } from './transaction-counters.js'

/** The models must have been looked up before. Of two vectors for the same memory and model, the last one counts. */
export function sendVectors(
  transaction: Transaction,
  given: readonly { readonly row: number; readonly vector: StoredVector }[],
  counters: TransactionCounters,
): void {
  const last = new Map<string, { row: number; model: number; vector: StoredVector }>()
  for (const { row, vector } of given) {
    const model = modelIdOf(vector, counters)
    last.set(`${model} ${row}`, { row, model, vector })
  }
  const rows = Array.from(last.values(), ({ row, model, vector }) => [model, row, ...toColumns(vector.values)])
  insertRows(transaction, vectors, rows)
}
