import type { Edge } from '../../../memory/memory.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import type { Batch, MemoryChange, TakenBack } from '../../../ports/store/write.js'
import type { Transaction } from '../connection/transaction.js'
import { writeSteps } from '../workflow/workflow-writer.js'
import { sendAnswerVectors, vectorsOfAnswers } from './answer-writer.js'
import { assertCheckpoints, sendCheckpoints } from './checkpoints.js'
import { carryEdges, EdgeWriter, type RowEdge } from './edge-writer.js'
import type { IdCache } from './id-cache.js'
import { findRows, type KnownRow, lookUpModels } from './look-up-ids.js'
import { markDerived } from './mark-derived.js'
import { MemoryInserter } from './memory-inserter.js'
import { type RowChange, writeChanges } from './memory-updater.js'
import { takeBackEdges, takeBackVersions } from './take-back.js'
import type { TransactionCounters } from './transaction-counters.js'
import { sendVectors } from './vector-writer.js'

/** Applies one batch within a transaction. If it throws, part of the batch may be written. */
export class BatchWriter {
  readonly #transaction: Transaction
  readonly #counters: TransactionCounters
  readonly #idCache: IdCache
  #rows = new Map<string, KnownRow>()
  #seq = 0

  constructor(transaction: Transaction, counters: TransactionCounters, idCache: IdCache) {
    this.#transaction = transaction
    this.#counters = counters
    this.#idCache = idCache
  }

  /** Returns the sequence number of the last change; 0 if the batch logs none. */
  async apply(batch: Batch): Promise<number> {
    const [rows] = await Promise.all([
      findRows(this.#transaction, idsOf(batch)),
      assertCheckpoints(this.#transaction, batch.expectCheckpoints, batch.holder),
    ])
    this.#rows = rows
    for (const { id, version } of batch.expect ?? []) this.#assertVersion(id, version)
    if (batch.takeBack !== undefined) await this.#takeBack(batch.takeBack, batch.at)
    // Before additions: a new memory may replace one that is closed here.
    await this.#changeAll(batch.change ?? [], batch.at)
    if (batch.add !== undefined) await this.#addAll(batch.add, batch.at)
    for (const each of batch.review ?? []) await this.#review(each, batch)
    for (const each of batch.carry ?? []) await this.#carry(each, batch.at)
    await this.#connectAll(batch)
    await this.#embedAll(batch.embed ?? [], batch.at)
    await this.#embedAnswers(batch.embedAnswers ?? [], batch.at)
    await writeSteps(this.#transaction, batch.steps ?? [], this.#counters)
    sendCheckpoints(this.#transaction, batch.checkpoints)
    return this.#seq
  }

  async #takeBack({ versions, opened, closed }: TakenBack, at: number): Promise<void> {
    const taken = versions.map(({ id, ...each }) => ({ ...each, row: this.#assertVersion(id, each.version) }))
    await takeBackVersions(this.#transaction, taken, this.#counters)
    const withRows = (edges: TakenBack['opened']) =>
      edges.map((edge) => ({ ...edge, source: this.#known(edge.source).row, target: this.#known(edge.target).row }))
    const [removed, reopened] = [withRows(opened), withRows(closed)]
    await takeBackEdges(this.#transaction, removed, reopened)
    for (const { row } of taken) this.#log(row, 'changed', at)
    for (const { source } of [...removed, ...reopened]) this.#log(source, 'connected', at)
  }

  async #addAll(added: NonNullable<Batch['add']>, at: number): Promise<void> {
    const writer = await MemoryInserter.lookUp(this.#transaction, added, this.#idCache, this.#counters)
    writer.assertAddable(added, this.#counters)
    const changes: RowChange[] = []
    for (const each of added) {
      const row = writer.add(each, this.#counters)
      this.#rows.set(each.memory.id, { row, version: 1 })
      this.#log(row, 'added', at)
      for (const change of each.changes ?? []) {
        changes.push(this.#toRowChange(change, at))
        this.#log(row, 'changed', at)
      }
    }
    writer.send(this.#transaction)
    await this.#write(changes)
  }

  async #changeAll(changes: readonly MemoryChange[], at: number): Promise<void> {
    const rowChanges = changes.map((each) => this.#toRowChange(each, at))
    await this.#write(rowChanges)
    for (const { row } of rowChanges) this.#log(row, 'changed', at)
  }

  async #write(changes: readonly RowChange[]): Promise<void> {
    const models = changes.flatMap(({ answers }) => vectorsOfAnswers(answers)).map(({ model }) => model)
    await lookUpModels(this.#transaction, models, this.#idCache)
    await writeChanges(this.#transaction, changes, this.#counters)
  }

  async #review(
    { derivedFrom, reason }: NonNullable<Batch['review']>[number],
    { at, origin }: Pick<Batch, 'at' | 'origin'>,
  ): Promise<void> {
    const derived = await markDerived(this.#transaction, this.#known(derivedFrom).row, reason, at)
    const marked = origin === undefined ? derived : derived.map((each) => ({ ...each, origin }))
    await writeChanges(this.#transaction, marked, this.#counters)
    for (const { row } of marked) this.#log(row, 'changed', at)
  }

  async #carry({ from, to }: NonNullable<Batch['carry']>[number], at: number): Promise<void> {
    const next = this.#known(to).row
    await carryEdges(this.#transaction, { old: this.#known(from).row, next, at }, this.#counters)
    this.#log(next, 'connected', at)
  }

  async #connectAll({ connect = [], relate = [], merge = [], at }: Batch): Promise<void> {
    if (connect.length + relate.length + merge.length === 0) return
    const asked = [connect, relate, merge].map((edges) => edges.map((edge) => this.#toRowEdge(edge)))
    const writer = await EdgeWriter.lookUp(this.#transaction, asked.flat(), this.#counters)
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
    await lookUpModels(this.#transaction, models, this.#idCache)
    const given = embedded.map(({ id, vector }) => ({ row: this.#known(id).row, vector }))
    sendVectors(this.#transaction, given, this.#counters)
    for (const { row } of given) this.#log(row, 'embedded', at)
  }

  async #embedAnswers(embedded: NonNullable<Batch['embedAnswers']>, at: number): Promise<void> {
    if (embedded.length === 0) return
    const models = embedded.flatMap(({ vectors }) => vectors.map(({ model }) => model))
    await lookUpModels(this.#transaction, models, this.#idCache)
    const given = embedded.map(({ id, vectors }) => ({ row: this.#known(id).row, vectors }))
    sendAnswerVectors(this.#transaction, given, this.#counters)
    for (const { row } of given) this.#log(row, 'embedded', at)
  }

  #log(...entry: Parameters<TransactionCounters['log']>): void {
    this.#seq = this.#counters.log(...entry)
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

/** The ids of all memories that a batch refers to. */
const idsOf = (batch: Batch): string[] => {
  const { expect, change, review, carry, connect, relate, merge, embed, embedAnswers, takeBack } = batch
  return [
    ...[expect, change, embed, embedAnswers, takeBack?.versions].flatMap((part) => (part ?? []).map(({ id }) => id)),
    ...(review ?? []).map(({ derivedFrom }) => derivedFrom),
    ...(carry ?? []).flatMap(({ from, to }) => [from, to]),
    ...[connect, relate, merge, takeBack?.opened, takeBack?.closed].flatMap((part) =>
      (part ?? []).flatMap(({ source, target }) => [source, target]),
    ),
  ]
}
