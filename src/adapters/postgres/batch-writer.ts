import type { Edge } from '../../memory/memory.js'
import { type Batch, type MemoryChange, StoreConflict } from '../../ports/memory-store.js'
import { AddWriter } from './add-writer.js'
import { assertBookmarks, sendBookmarks } from './bookmarks.js'
import { type RowChange, writeChanges } from './change-writer.js'
import { carryEdges, EdgeWriter, type RowEdge } from './edge-writer.js'
import { findRows, type KnownRow, lookUpModels } from './look-up.js'
import type { Remembered } from './remembered.js'
import { markDerived } from './review.js'
import type { Sums } from './sums.js'
import type { Transaction } from './transaction.js'
import { sendVectors } from './vector-writer.js'
import { writeSteps } from './workflow-writer.js'

/** Applies one batch within a transaction. What throws may have written a part of it. */
export class BatchWriter {
  readonly #transaction: Transaction
  readonly #sums: Sums
  readonly #remembered: Remembered
  #rows = new Map<string, KnownRow>()
  #seq = 0

  constructor(transaction: Transaction, sums: Sums, remembered: Remembered) {
    this.#transaction = transaction
    this.#sums = sums
    this.#remembered = remembered
  }

  /** The change log's number; 0 when the batch has no place in it. */
  async apply(batch: Batch): Promise<number> {
    const [rows] = await Promise.all([
      findRows(this.#transaction, idsOf(batch)),
      assertBookmarks(this.#transaction, batch.expectBookmarks, batch.holder),
    ])
    this.#rows = rows
    for (const { id, version } of batch.expect ?? []) this.#assertVersion(id, version)
    // Before what is added: a new version may take the place of the one that is closed.
    await this.#changeAll(batch.change ?? [], batch.at)
    if (batch.add !== undefined) await this.#addAll(batch.add, batch.at)
    for (const each of batch.review ?? []) await this.#review(each, batch.at)
    for (const each of batch.carry ?? []) await this.#carry(each, batch.at)
    await this.#connectAll(batch)
    await this.#embedAll(batch.embed ?? [], batch.at)
    await writeSteps(this.#transaction, batch.steps ?? [], this.#sums)
    sendBookmarks(this.#transaction, batch.bookmarks)
    return this.#seq
  }

  async #addAll(added: NonNullable<Batch['add']>, at: number): Promise<void> {
    const writer = await AddWriter.lookUp(this.#transaction, added, this.#remembered, this.#sums)
    writer.assertAddable(added, this.#sums)
    const changes: RowChange[] = []
    for (const each of added) {
      const row = writer.add(each, this.#sums)
      this.#rows.set(each.memory.id, { row, version: 1 })
      this.#log(row, 'added', at)
      for (const change of each.changes ?? []) {
        changes.push(this.#toRowChange(change, at))
        this.#log(row, 'changed', at)
      }
    }
    writer.send(this.#transaction)
    await writeChanges(this.#transaction, changes)
  }

  async #changeAll(changes: readonly MemoryChange[], at: number): Promise<void> {
    const rowChanges = changes.map((each) => this.#toRowChange(each, at))
    await writeChanges(this.#transaction, rowChanges)
    for (const { row } of rowChanges) this.#log(row, 'changed', at)
  }

  async #review({ derivedFrom, reason }: NonNullable<Batch['review']>[number], at: number): Promise<void> {
    const marked = await markDerived(this.#transaction, this.#known(derivedFrom).row, reason, at)
    await writeChanges(this.#transaction, marked)
    for (const { row } of marked) this.#log(row, 'changed', at)
  }

  async #carry({ from, to }: NonNullable<Batch['carry']>[number], at: number): Promise<void> {
    const next = this.#known(to).row
    await carryEdges(this.#transaction, { old: this.#known(from).row, next, at }, this.#sums)
    this.#log(next, 'connected', at)
  }

  async #connectAll({ connect = [], relate = [], merge = [], at }: Batch): Promise<void> {
    if (connect.length + relate.length + merge.length === 0) return
    const asked = [connect, relate, merge].map((edges) => edges.map((edge) => this.#toRowEdge(edge)))
    const writer = await EdgeWriter.lookUp(this.#transaction, asked.flat(), this.#sums)
    const [connected, related, merged] = asked
    for (const edge of connected) {
      writer.connect(edge)
      this.#log(edge.source, 'connected', at)
    }
    for (const edge of related) {
      writer.relate(edge, at)
      this.#log(edge.source, 'connected', at)
    }
    for (const edge of merged) if (writer.merge(edge)) this.#log(edge.source, 'connected', at)
    writer.send(this.#transaction)
  }

  #toRowEdge(edge: Edge): RowEdge {
    return { ...edge, source: this.#known(edge.source).row, target: this.#known(edge.target).row }
  }

  async #embedAll(embedded: NonNullable<Batch['embed']>, at: number): Promise<void> {
    if (embedded.length === 0) return
    const models = embedded.map(({ vector }) => vector.model)
    await lookUpModels(this.#transaction, models, this.#remembered)
    const given = embedded.map(({ id, vector }) => ({ row: this.#known(id).row, vector }))
    sendVectors(this.#transaction, given, this.#sums)
    for (const { row } of given) this.#log(row, 'embedded', at)
  }

  #log(...entry: Parameters<Sums['log']>): void {
    this.#seq = this.#sums.log(...entry)
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
const idsOf = ({ expect, change, review, carry, connect, relate, merge, embed }: Batch): string[] => [
  ...[expect, change, embed].flatMap((part) => (part ?? []).map(({ id }) => id)),
  ...(review ?? []).map(({ derivedFrom }) => derivedFrom),
  ...(carry ?? []).flatMap(({ from, to }) => [from, to]),
  ...[connect, relate, merge].flatMap((part) => (part ?? []).flatMap(({ source, target }) => [source, target])),
]
