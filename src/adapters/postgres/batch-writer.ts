import { type Batch, type MemoryChange, StoreConflict } from '../../ports/memory-store.js'
import { AddWriter } from './add-writer.js'
import { type RowChange, writeChanges } from './change-writer.js'
import { findRows, type KnownRow } from './look-up.js'
import type { Remembered } from './remembered.js'
import type { Sums } from './sums.js'
import type { Transaction } from './transaction.js'

/** Applies one batch within a transaction. What throws may have written a part of it. */
export class BatchWriter {
  readonly #transaction: Transaction
  readonly #sums: Sums
  readonly #remembered: Remembered
  #rows = new Map<string, KnownRow>()

  constructor(transaction: Transaction, sums: Sums, remembered: Remembered) {
    this.#transaction = transaction
    this.#sums = sums
    this.#remembered = remembered
  }

  /** The change log's number; 0 when the batch has no place in it. */
  async apply(batch: Batch): Promise<number> {
    let seq = 0
    this.#rows = await findRows(this.#transaction, idsOf(batch))
    for (const { id, version } of batch.expect ?? []) this.#assertVersion(id, version)
    // Before what is added: a new version may take the place of the one that is closed.
    seq = (await this.#changeAll(batch.change ?? [], batch.at)) ?? seq
    if (batch.add !== undefined) seq = (await this.#addAll(batch.add, batch.at)) ?? seq
    return seq
  }

  async #addAll(added: NonNullable<Batch['add']>, at: number): Promise<number | undefined> {
    const writer = await AddWriter.lookUp(this.#transaction, added, this.#sums, this.#remembered)
    writer.assertAddable(added, this.#sums)
    let seq: number | undefined
    const changes: RowChange[] = []
    for (const each of added) {
      const row = writer.add(each, this.#sums)
      this.#rows.set(each.memory.id, { row, version: 1 })
      seq = this.#sums.log(row, 'added', at)
      for (const change of each.changes ?? []) {
        changes.push(this.#toRowChange(change, at))
        seq = this.#sums.log(row, 'changed', at)
      }
    }
    writer.send(this.#transaction)
    await writeChanges(this.#transaction, changes)
    return seq
  }

  async #changeAll(changes: readonly MemoryChange[], at: number): Promise<number | undefined> {
    const rowChanges = changes.map((each) => this.#toRowChange(each, at))
    await writeChanges(this.#transaction, rowChanges)
    return rowChanges.reduce<number | undefined>((_, { row }) => this.#sums.log(row, 'changed', at), undefined)
  }

  #toRowChange({ id, version, at: madeAt, ...change }: MemoryChange, at: number): RowChange {
    const row = this.#assertVersion(id, version)
    this.#rows.set(id, { row, version: version + 1 })
    return { ...change, row, at: madeAt ?? at }
  }

  #assertVersion(id: string, version: number): number {
    const known = this.#known(id)
    if (known.version !== version) throw new StoreConflict(`${id} is no longer at version ${version}`)
    return known.row
  }

  #known(id: string): KnownRow {
    const known = this.#rows.get(id)
    if (known === undefined) throw new StoreConflict(`${id} does not exist`)
    return known
  }
}

/** All that a batch refers to. */
const idsOf = (batch: Batch): string[] => [
  ...(batch.expect ?? []).map(({ id }) => id),
  ...(batch.change ?? []).map(({ id }) => id),
]
