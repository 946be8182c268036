import type { StoredVector } from '../../ports/memory-store.js'
import { modelIdOf } from './add-writer.js'
import { toColumns, vectors } from './memory-tables.js'
import { Rows } from './rows.js'
import type { Sums } from './sums.js'
import type { Transaction } from './transaction.js'

/** Of models that were looked up; the last one counts where a memory has two of the same model. */
export function sendVectors(
  transaction: Transaction,
  given: readonly { readonly row: number; readonly vector: StoredVector }[],
  sums: Sums,
): void {
  const last = new Map<string, { row: number; model: number; vector: StoredVector }>()
  for (const { row, vector } of given) {
    const model = modelIdOf(vector, sums)
    last.set(`${model} ${row}`, { row, model, vector })
  }
  const rows = new Rows(vectors)
  for (const { row, model, vector } of last.values()) rows.add(model, row, ...toColumns(vector))
  rows.send(transaction)
}
