import type { Json } from '../../../memory/memory.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import type { Batch, TakenBack } from '../../../ports/store/write.js'
import { changeCode } from '../../relational/codes.js'
import type { Statements } from '../connection/statements.js'
import { toStoreError } from '../connection/store-errors.js'
import { maxLeaseMs } from '../coordinate/leases.js'
import { countErasures, type Eraser } from '../erase/eraser.js'
import { PendingErasures } from '../erase/pending-erasures.js'
import { assertKnown } from '../schema/migrate.js'
import { insertInto, insertSummed, sumsOf } from '../sums/table-sums.js'
import type { SentBatch, SentChange, SentErasure } from '../thread/sent-batch.js'
import { writeStep } from '../workflow/workflow-writer.js'
import { EdgeWriter } from './edge-writer.js'
import { MemoryInserter } from './memory-inserter.js'
import { MemoryUpdater } from './memory-updater.js'
import { getRowNumber } from './row-number.js'
import { VectorWriter } from './vector-writer.js'

export type CommitResult = { readonly seq: number } | { readonly error: unknown }

const insertChange = insertInto('changes', ['row', 'what', 'at'])

/** Applies batches. It is synchronous, so nothing runs between the statements of a transaction. */
export class BatchWriter {
  readonly #sql: Statements
  readonly #vectors: VectorWriter
  readonly #inserter: MemoryInserter
  readonly #updater: MemoryUpdater
  readonly #edges: EdgeWriter
  readonly #eraser: Eraser
  /** Number of erasures at which the ids of terms and names were cached. */
  #erasures = 0

  constructor(sql: Statements, eraser: Eraser) {
    this.#sql = sql
    this.#vectors = new VectorWriter(sql)
    this.#inserter = new MemoryInserter(sql, this.#vectors)
    this.#updater = new MemoryUpdater(sql, this.#vectors)
    this.#edges = new EdgeWriter(sql)
    this.#eraser = eraser
  }

  /** Runs many batches in one transaction, which waits for the disk once; a refused batch rolls back only itself. */
  commit(batches: readonly SentBatch[]): CommitResult[] {
    try {
      return this.#sql.inTransaction(() => {
        assertKnown(this.#sql)
        this.#clearStaleCaches()
        return this.#withCounts(() => batches.map((batch) => this.#inSavepoint(() => this.#apply(batch))))
      })
    } catch (error) {
      this.#clearCaches()
      throw error
    }
  }

  /** Erases memories and writes their replacements in one transaction. */
  erase({ ids, at, expectSeq, change = [], replaceWith }: SentErasure): void {
    try {
      this.#sql.inTransaction(() => {
        assertKnown(this.#sql)
        if (expectSeq !== undefined) this.#assertUnchangedSince(ids, expectSeq)
        for (const each of change) this.#log(this.#updater.change(each, at), 'changed', at)
        const changed = change.map(({ id }) => id)
        this.#eraser.assertNothingElseDerived(ids, changed)
        const { rows, isAny } = this.#eraser.eraseRows(ids, at)
        if (isAny) new PendingErasures(this.#sql.connection).add(ids)
        this.#clearStaleCaches()
        this.#withCounts(() => this.#apply({ ...replaceWith, at }))
        this.#eraser.dropNames(rows)
      })
    } catch (error) {
      this.#clearCaches()
      throw error
    }
  }

  /** The counts of terms and documents are written once, at the end. */
  #withCounts<Result>(work: () => Result): Result {
    this.#inserter.begin()
    const result = work()
    this.#inserter.finish()
    return result
  }

  #clearCaches(): void {
    this.#inserter.clearCaches()
    this.#vectors.clearCache()
  }

  /** After an erasure by any process, a cached id may belong to another name or term. */
  #clearStaleCaches(): void {
    const erasures = countErasures(this.#sql)
    if (erasures === this.#erasures) return
    this.#clearCaches()
    this.#erasures = erasures
  }

  #inSavepoint(work: () => number): CommitResult {
    this.#sql.run('SAVEPOINT batch')
    this.#inserter.savepoint()
    sumsOf(this.#sql.connection)?.savepoint()
    try {
      const seq = work()
      this.#sql.run('RELEASE batch')
      return { seq }
    } catch (error) {
      // A full or broken disk ends the whole transaction.
      if (!this.#sql.connection.isTransaction) throw error
      this.#sql.connection.exec('ROLLBACK TO batch; RELEASE batch')
      this.#inserter.rollBack()
      sumsOf(this.#sql.connection)?.rollBack()
      this.#vectors.clearCache()
      return { error: toStoreError(error) }
    }
  }

  #apply(batch: SentBatch): number {
    let seq = 0
    for (const each of batch.expect ?? []) this.#assertVersion(each)
    for (const [name, revision] of Object.entries(batch.expectCheckpoints ?? {})) {
      this.#assertNotLeased(name, batch.holder)
      this.#assertRevision(name, revision)
    }
    if (batch.takeBack !== undefined) seq = this.#takeBack(batch.takeBack, batch.at)
    // Changes first: an added memory may replace one that they close.
    seq = this.#changeAll(batch.change, batch.at) ?? seq
    this.#inserter.setWords(batch.words ?? [])
    for (const each of batch.add ?? []) {
      seq = this.#log(this.#inserter.add(each), 'added', batch.at)
      seq = this.#changeAll(each.changes, batch.at) ?? seq
    }
    for (const each of batch.review ?? []) {
      for (const row of this.#updater.markDerived(each, batch)) seq = this.#log(row, 'changed', batch.at)
    }
    for (const { from, to } of batch.carry ?? []) {
      seq = this.#log(this.#edges.carry(this.#rowOf(from), this.#rowOf(to), batch.at), 'connected', batch.at)
    }
    for (const edge of batch.connect ?? []) {
      const source = this.#rowOf(edge.source)
      this.#edges.connect(source, this.#rowOf(edge.target), edge)
      seq = this.#log(source, 'connected', batch.at)
    }
    for (const edge of batch.relate ?? []) {
      const source = this.#rowOf(edge.source)
      this.#edges.relate(source, this.#rowOf(edge.target), edge, batch.at)
      seq = this.#log(source, 'connected', batch.at)
    }
    for (const edge of batch.merge ?? []) {
      const source = this.#rowOf(edge.source)
      if (this.#edges.merge(source, this.#rowOf(edge.target), edge)) seq = this.#log(source, 'connected', batch.at)
    }
    for (const { id, vector } of batch.embed ?? []) {
      const row = this.#rowOf(id)
      this.#vectors.replace(row, vector)
      seq = this.#log(row, 'embedded', batch.at)
    }
    for (const { id, vectors } of batch.embedAnswers ?? []) {
      const row = this.#rowOf(id)
      this.#vectors.embedAnswers(row, vectors)
      seq = this.#log(row, 'embedded', batch.at)
    }
    for (const step of batch.steps ?? []) writeStep(step, this.#sql)
    for (const [name, value] of Object.entries(batch.checkpoints ?? {})) this.#writeCheckpoint(name, value)
    return seq
  }

  /** Edges that go before edges that return: at most one of a type is open between two memories. */
  #takeBack({ versions, opened, closed }: TakenBack, at: number): number {
    let seq = 0
    for (const each of versions) seq = this.#log(this.#updater.takeBack(each), 'changed', at)
    for (const edge of opened) {
      const source = this.#rowOf(edge.source)
      this.#edges.remove(source, this.#rowOf(edge.target), edge)
      seq = this.#log(source, 'connected', at)
    }
    for (const edge of closed) {
      const source = this.#rowOf(edge.source)
      this.#edges.reopen(source, this.#rowOf(edge.target), edge)
      seq = this.#log(source, 'connected', at)
    }
    return seq
  }

  #changeAll(changes: readonly SentChange[] = [], at: number): number | undefined {
    let seq: number | undefined
    for (const each of changes) seq = this.#log(this.#updater.change(each, each.at ?? at), 'changed', at)
    return seq
  }

  #log(row: number, what: Parameters<typeof changeCode.toCode>[0], at: number): number {
    return insertSummed(this.#sql, insertChange, row, changeCode.toCode(what), at)
  }

  #assertVersion({ id, version }: NonNullable<Batch['expect']>[number]): void {
    const found = this.#sql.find('SELECT 1 FROM memories WHERE id = ? AND version = ?', id, version)
    if (found === undefined) throw new StoreConflict(`${id} is no longer at version ${version}`)
  }

  /** The log names an edge's source only, so edges are looked up too. An erased row may have been any, so it conflicts. */
  #assertUnchangedSince(ids: readonly string[], since: number): void {
    const rows = 'SELECT row FROM memories WHERE id IN (SELECT value FROM json_each(?2))'
    const changed = this.#sql.find<{ seq: number }>(
      `SELECT seq FROM changes WHERE seq > ?1 AND (
         what = ?3 OR row IN (${rows}) AND what <> ?4
         OR what = ?5 AND EXISTS (SELECT 1 FROM edges WHERE source = changes.row AND target IN (${rows}))
       ) LIMIT 1`,
      since,
      JSON.stringify(ids),
      changeCode.toCode('erased'),
      changeCode.toCode('embedded'),
      changeCode.toCode('connected'),
    )
    if (changed !== undefined) throw new StoreConflict(`change ${changed.seq} came between`)
  }

  /** A process that failed too often takes a lease, so that the others wait. */
  #assertNotLeased(name: string, holder: string | undefined): void {
    const other = this.#sql.find(
      `SELECT 1 FROM leases WHERE name = ? AND holder IS NOT ?
         AND expires_at - unixepoch('subsec') * 1000 BETWEEN 1 AND ?`,
      name,
      holder ?? null,
      maxLeaseMs,
    )
    if (other !== undefined) throw new StoreConflict(`${name} is being changed by another`)
  }

  #assertRevision(name: string, revision: number | null): void {
    const found = this.#sql.find<{ revision: number }>(
      "SELECT value ->> '$.revision' AS revision FROM bookmarks WHERE name = ?",
      name,
    )
    if ((found?.revision ?? null) !== revision) throw new StoreConflict(`${name} is no longer at ${revision}`)
  }

  #writeCheckpoint(name: string, value: Json): void {
    if (value === null) this.#sql.run('DELETE FROM bookmarks WHERE name = ?', name)
    else this.#sql.run('INSERT OR REPLACE INTO bookmarks VALUES (?, ?)', name, JSON.stringify(value))
  }

  #rowOf(id: string): number {
    return getRowNumber(id, this.#sql)
  }
}
