import type { Batch } from '../../ports/memory-store.js'
import { AddWriter } from './add-writer.js'
import { BatchWriter } from './batch-writer.js'
import type { Database } from './database.js'
import { Remembered } from './remembered.js'
import type { Sql } from './sql.js'
import { Sums } from './sums.js'
import type { Transaction } from './transaction.js'
import { isComplaint } from './trouble.js'

type CommitResult = { readonly seq: number } | { readonly error: unknown }

interface WaitingBatch {
  readonly batch: Batch
  readonly resolve: (seq: number) => void
  readonly reject: (error: unknown) => void
}

/** What is not a batch, and has its turn among them. */
type WaitingWork = () => Promise<void>

/** Bounds how long one transaction holds the line that other processes wait for. */
const longestGroup = 512

/**
 * Batches that wait while a transaction runs share the next one, and so one wait for the disk; a refused one takes back
 * only itself.
 */
export class GroupCommit {
  readonly #database: Database
  readonly #remembered: Remembered
  #waiting: (WaitingBatch | WaitingWork)[] = []
  #work: Promise<void> | undefined

  constructor(database: Database, remembered = new Remembered()) {
    this.#database = database
    this.#remembered = remembered
  }

  commit(batch: Batch): Promise<number> {
    return new Promise((resolve, reject) => this.#enqueue({ batch, resolve, reject }))
  }

  /** Another transaction, once all that was asked for before is written. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enqueue(() => this.#database.write(work).then(resolve, reject))
    })
  }

  #enqueue(waiting: WaitingBatch | WaitingWork): void {
    this.#waiting.push(waiting)
    this.#work ??= this.#commitAll()
  }

  /** Once all that was asked for is answered. */
  async close(): Promise<void> {
    await this.#work
  }

  async #commitAll(): Promise<void> {
    // Whoever calls in the same turn belongs to the first group.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const first = this.#waiting[0]
      if (typeof first === 'function') {
        this.#waiting.shift()
        await first()
      } else await this.#commitTogether(this.#takeBatches())
    }
    this.#work = undefined
  }

  /** Those that stand first, up to what is none. */
  #takeBatches(): WaitingBatch[] {
    const end = this.#waiting.findIndex((each) => typeof each === 'function')
    const together = Math.min(end === -1 ? this.#waiting.length : end, longestGroup)
    return this.#waiting.splice(0, together) as WaitingBatch[]
  }

  async #commitTogether(group: readonly WaitingBatch[]): Promise<void> {
    const results = await this.#writeTogether(group.map(({ batch }) => batch))
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index]
      if ('error' in result) reject(result.error)
      else resolve(result.seq)
    })
  }

  async #writeTogether(batches: readonly Batch[]): Promise<CommitResult[]> {
    try {
      return await this.#write(batches)
    } catch (error) {
      if (batches.length === 1 || !isComplaint(error)) return batches.map(() => ({ error }))
      // Something that only the server could see: alone, each answers for itself.
      const results: CommitResult[] = []
      for (const batch of batches) results.push(...(await this.#writeTogether([batch])))
      return results
    }
  }

  async #write(batches: readonly Batch[]): Promise<CommitResult[]> {
    const added = batches.every(isPlain) ? batches.flatMap(({ add = [] }) => add) : undefined
    let writer: Promise<AddWriter> | undefined
    const lookUp = (sql: Sql) => {
      writer = added && AddWriter.lookUp(sql, added, this.#remembered)
      // If it fails the transaction does, and says so.
      writer?.catch(() => undefined)
    }
    let sums: Sums | undefined
    const results = await this.#database.write(async (transaction) => {
      if (!this.#remembered.follow(transaction)) lookUp(transaction)
      sums = new Sums(transaction.totals, this.#remembered)
      const written = await (writer === undefined
        ? this.#applyAll(transaction, batches, sums)
        : addTogether(transaction, batches, { writer: await writer, sums }))
      sums.send(transaction)
      return written
    }, lookUp)
    sums?.remember()
    return results
  }

  async #applyAll(transaction: Transaction, batches: readonly Batch[], sums: Sums): Promise<CommitResult[]> {
    if (batches.length === 1) {
      return [{ seq: await new BatchWriter(transaction, sums, this.#remembered).apply(batches[0]) }]
    }
    const results: CommitResult[] = []
    for (const batch of batches) results.push(await this.#applyInSavepoint(transaction, batch, sums))
    return results
  }

  async #applyInSavepoint(transaction: Transaction, batch: Batch, sums: Sums): Promise<CommitResult> {
    const own = sums.branch()
    transaction.command('SAVEPOINT batch')
    try {
      const seq = await new BatchWriter(transaction, own, this.#remembered).apply(batch)
      transaction.command('RELEASE batch')
      await transaction.settle()
      sums.absorb(own)
      return { seq }
    } catch (error) {
      // What failed because of it is of no account any more.
      await transaction.settle().catch(() => undefined)
      transaction.command('ROLLBACK TO batch')
      transaction.command('RELEASE batch')
      return { error }
    }
  }
}

/** Which of them can be written is known before anything is: nothing has to be taken back. */
function addTogether(
  transaction: Transaction,
  batches: readonly Batch[],
  { writer, sums }: { readonly writer: AddWriter; readonly sums: Sums },
): CommitResult[] {
  const results = batches.map(({ add = [], at }): CommitResult => {
    const own = sums.branch()
    try {
      writer.assertAddable(add, own)
    } catch (error) {
      return { error }
    }
    const seq = add.reduce((_, each) => own.log(writer.add(each, own), 'added', at), 0)
    sums.absorb(own)
    return { seq }
  })
  writer.send(transaction)
  return results
}

/** Only adds, as nearly all do. */
const isPlain = ({ at: _, add = [], ...rest }: Batch): boolean =>
  Object.values(rest).every((part) => part === undefined) && add.every(({ changes }) => changes === undefined)
