import type { Json } from '../../memory/memory.js'
import { type Batch, type MemoryChange, StoreConflict } from '../../ports/memory-store.js'
import { changeCode } from '../relational/codes.js'
import { type Connection, inTransaction } from './connection.js'
import { EdgeWriter } from './edge-writer.js'
import { countErasures, type Eraser } from './eraser.js'
import { longestLeaseMs } from './leases.js'
import { MemoryAdder } from './memory-adder.js'
import { MemoryChanger } from './memory-changer.js'
import { assertKnown } from './migrate.js'
import { rowOf } from './row-of.js'
import type { Statements } from './statements.js'
import type { SentBatch, SentErasure } from './thread-batch.js'
import { toTrouble } from './trouble.js'
import { UnfinishedErasing } from './unfinished-erasing.js'
import { VectorWriter } from './vector-writer.js'
import { writeStep } from './workflow-writer.js'

export type CommitResult = { readonly seq: number } | { readonly error: unknown }

/** Applies batches. Synchronous: nothing can come between the statements of a transaction. */
export class BatchWriter {
  readonly #connection: Connection
  readonly #sql: Statements
  readonly #vectors: VectorWriter
  readonly #adder: MemoryAdder
  readonly #changer: MemoryChanger
  readonly #edges: EdgeWriter
  readonly #eraser: Eraser
  /** How many erasures there had been when the numbers of terms and names were learnt. */
  #erasures = 0

  constructor(connection: Connection, sql: Statements, eraser: Eraser) {
    this.#connection = connection
    this.#sql = sql
    this.#vectors = new VectorWriter(sql)
    this.#adder = new MemoryAdder(sql, this.#vectors)
    this.#changer = new MemoryChanger(sql)
    this.#edges = new EdgeWriter(sql)
    this.#eraser = eraser
  }

  /** Many batches share one transaction and so one wait for the disk; a refused one takes back only itself. */
  commit(batches: readonly SentBatch[]): CommitResult[] {
    try {
      return inTransaction(this.#connection, () => {
        assertKnown(this.#sql)
        this.#forgetErased()
        return this.#counted(() => batches.map((batch) => this.#inSavepoint(() => this.#apply(batch))))
      })
    } catch (error) {
      this.#forget()
      throw error
    }
  }

  /** In a transaction of its own, with what takes their place. */
  erase({ ids, at, expectSeq, change = [], replaceWith }: SentErasure): void {
    try {
      inTransaction(this.#connection, () => {
        assertKnown(this.#sql)
        if (expectSeq !== undefined) this.#assertSame(ids, expectSeq)
        for (const each of change) this.#log(this.#changer.change(each, at), 'changed', at)
        const changed = change.map(({ id }) => id)
        this.#eraser.assertKnown(ids, changed)
        const { rows, isAny } = this.#eraser.take(ids, at)
        if (isAny) new UnfinishedErasing(this.#connection).add(ids)
        this.#forgetErased()
        this.#counted(() => this.#apply({ ...replaceWith, at }))
        this.#eraser.dropNames(rows)
      })
    } catch (error) {
      this.#forget()
      throw error
    }
  }

  /** The counts of terms and documents are written once, at the end. */
  #counted<Result>(work: () => Result): Result {
    this.#adder.begin()
    const result = work()
    this.#adder.finish()
    return result
  }

  #forget(): void {
    this.#adder.forget()
    this.#vectors.forget()
  }

  /** A number that any process has erased may be another's by now. */
  #forgetErased(): void {
    const erasures = countErasures(this.#sql)
    if (erasures === this.#erasures) return
    this.#forget()
    this.#erasures = erasures
  }

  #inSavepoint(work: () => number): CommitResult {
    this.#sql.run('SAVEPOINT batch')
    this.#adder.mark()
    try {
      const seq = work()
      this.#sql.run('RELEASE batch')
      return { seq }
    } catch (error) {
      // A full or broken disk has ended the whole transaction.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('ROLLBACK TO batch; RELEASE batch')
      this.#adder.takeBack()
      this.#vectors.forget()
      return { error: toTrouble(error) }
    }
  }

  #apply(batch: SentBatch): number {
    let seq = 0
    for (const each of batch.expect ?? []) this.#assertVersion(each)
    for (const [name, revision] of Object.entries(batch.expectBookmarks ?? {})) {
      this.#assertNotLeased(name, batch.holder)
      this.#assertRevision(name, revision)
    }
    // Before what is added: a new version may take the place of the one that is closed.
    seq = this.#changeAll(batch.change, batch.at) ?? seq
    this.#adder.readWords(batch.words ?? [])
    for (const each of batch.add ?? []) {
      seq = this.#log(this.#adder.add(each), 'added', batch.at)
      seq = this.#changeAll(each.changes, batch.at) ?? seq
    }
    for (const each of batch.review ?? []) {
      for (const row of this.#changer.markDerived(each, batch.at)) seq = this.#log(row, 'changed', batch.at)
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
    for (const step of batch.steps ?? []) writeStep(step, this.#sql)
    for (const [name, value] of Object.entries(batch.bookmarks ?? {})) this.#bookmark(name, value)
    return seq
  }

  #changeAll(changes: readonly MemoryChange[] = [], at: number): number | undefined {
    let seq: number | undefined
    for (const each of changes) seq = this.#log(this.#changer.change(each, each.at ?? at), 'changed', at)
    return seq
  }

  #log(row: number, what: Parameters<typeof changeCode.toCode>[0], at: number): number {
    return this.#sql.run('INSERT INTO changes (row, what, at) VALUES (?, ?, ?)', row, changeCode.toCode(what), at)
  }

  #assertVersion({ id, version }: NonNullable<Batch['expect']>[number]): void {
    const found = this.#sql.find('SELECT 1 FROM memories WHERE id = ? AND version = ?', id, version)
    if (found === undefined) throw new StoreConflict(`${id} is no longer at version ${version}`)
  }

  /** An edge is logged at its source only. What was erased cannot be told any more: it may have been one of these. */
  #assertSame(ids: readonly string[], since: number): void {
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

  /** Who had to try too often has asked the others to wait. */
  #assertNotLeased(name: string, holder: string | undefined): void {
    const other = this.#sql.find(
      `SELECT 1 FROM leases WHERE name = ? AND holder IS NOT ?
         AND expires_at - unixepoch('subsec') * 1000 BETWEEN 1 AND ?`,
      name,
      holder ?? null,
      longestLeaseMs,
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

  #bookmark(name: string, value: Json): void {
    if (value === null) this.#sql.run('DELETE FROM bookmarks WHERE name = ?', name)
    else this.#sql.run('INSERT OR REPLACE INTO bookmarks VALUES (?, ?)', name, JSON.stringify(value))
  }

  #rowOf(id: string): number {
    return rowOf(id, this.#sql)
  }
}
