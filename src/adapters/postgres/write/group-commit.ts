import type { Batch } from '../../../ports/store/write.js'
import { isStatementError } from '../connection/connection-errors.js'
import type { Database } from '../connection/database.js'
import type { Sql } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { BatchWriter } from './batch-writer.js'
import { IdCache } from './id-cache.js'
import { MemoryInserter } from './memory-inserter.js'
import { TransactionCounters } from './transaction-counters.js'

type CommitResult = { readonly seq: number } | { readonly error: unknown }

interface WaitingBatch {
  readonly batch: Batch
  readonly resolve: (seq: number) => void
  readonly reject: (error: unknown) => void
}

/** A transaction of its own, queued between batches. */
type WaitingWork = () => Promise<void>

/** Bounds how long one transaction holds the lock that other processes wait for. */
const maxGroupSize = 512

/**
 * Group commit: batches that arrive while a transaction runs share the next one, and so one disk sync. A batch that
 * fails is rolled back alone.
 */
export class GroupCommit {
  readonly #database: Database
  readonly #idCache = new IdCache()
  #waiting: (WaitingBatch | WaitingWork)[] = []
  #work: Promise<void> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  commit(batch: Batch): Promise<number> {
    return new Promise((resolve, reject) => this.#enqueue({ batch, resolve, reject }))
  }

  /** Runs another transaction after all earlier batches are written. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enqueue(() => this.#database.write(work).then(resolve, reject))
    })
  }

  #enqueue(waiting: WaitingBatch | WaitingWork): void {
    this.#waiting.push(waiting)
    this.#work ??= this.#commitAll()
  }

  /** Resolves once all batches are answered. */
  async close(): Promise<void> {
    await this.#work
  }

  async #commitAll(): Promise<void> {
    // Batches of the same event-loop turn join the first group.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const first = this.#waiting[0]
      if (typeof first === 'function') {
        this.#waiting.shift()
        await first()
      } else await this.#commitGroup(this.#takeBatches())
    }
    this.#work = undefined
  }

  /** Takes the batches before the first queued transaction. */
  #takeBatches(): WaitingBatch[] {
    const end = this.#waiting.findIndex((each) => typeof each === 'function')
    const count = Math.min(end === -1 ? this.#waiting.length : end, maxGroupSize)
    return this.#waiting.splice(0, count) as WaitingBatch[]
  }

  async #commitGroup(group: readonly WaitingBatch[]): Promise<void> {
    const results = await this.#writeGroup(group.map(({ batch }) => batch))
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index]
      if ('error' in result) reject(result.error)
      else resolve(result.seq)
    })
  }

  async #writeGroup(batches: readonly Batch[]): Promise<CommitResult[]> {
    try {
      return await this.#write(batches)
    } catch (error) {
      if (batches.length === 1 || !isStatementError(error)) return batches.map(() => ({ error }))
      // The server rejected a statement of one batch: written one by one, only that batch fails.
      const results: CommitResult[] = []
      for (const batch of batches) results.push(...(await this.#writeGroup([batch])))
      return results
    }
  }

  async #write(batches: readonly Batch[]): Promise<CommitResult[]> {
    const added = batches.every(onlyAdds) ? batches.flatMap(({ add = [] }) => add) : undefined
    let writer: Promise<MemoryInserter> | undefined
    const lookUp = (sql: Sql) => {
      writer = added && MemoryInserter.lookUp(sql, added, this.#idCache)
      // The transaction awaits it and reports the error.
      writer?.catch(() => undefined)
    }
    let counters: TransactionCounters | undefined
    const results = await this.#database.write(async (transaction) => {
      if (!this.#idCache.validate(transaction)) lookUp(transaction)
      counters = new TransactionCounters(transaction.totals, this.#idCache)
      const written = await (writer === undefined
        ? this.#applyAll(transaction, batches, counters)
        : addAll(transaction, batches, { writer: await writer, counters }))
      counters.send(transaction)
      return written
    }, lookUp)
    counters?.cacheIds()
    return results
  }

  async #applyAll(
    transaction: Transaction,
    batches: readonly Batch[],
    counters: TransactionCounters,
  ): Promise<CommitResult[]> {
    if (batches.length === 1) {
      return [{ seq: await new BatchWriter(transaction, counters, this.#idCache).apply(batches[0]) }]
    }
    const results: CommitResult[] = []
    for (const batch of batches) results.push(await this.#applyInSavepoint(transaction, batch, counters))
    return results
  }

  async #applyInSavepoint(
    transaction: Transaction,
    batch: Batch,
    counters: TransactionCounters,
  ): Promise<CommitResult> {
    const own = counters.branch()
    transaction.command('SAVEPOINT batch')
    try {
      const seq = await new BatchWriter(transaction, own, this.#idCache).apply(batch)
      transaction.command('RELEASE batch')
      await transaction.settle()
      counters.merge(own)
      return { seq }
    } catch (error) {
      // Later statements failed only because of the first error.
      await transaction.settle().catch(() => undefined)
      transaction.command('ROLLBACK TO batch')
      transaction.command('RELEASE batch')
      return { error }
    }
  }
}

/** Checks each batch before writing anything, so nothing has to be rolled back. */
function addAll(
  transaction: Transaction,
  batches: readonly Batch[],
  { writer, counters }: { readonly writer: MemoryInserter; readonly counters: TransactionCounters },
): CommitResult[] {
  const results = batches.map(({ add = [], at }): CommitResult => {
    const own = counters.branch()
    try {
      writer.assertAddable(add, own)
    } catch (error) {
      return { error }
    }
    const seq = add.reduce((_, each) => own.log(writer.add(each, own), 'added', at), 0)
    counters.merge(own)
    return { seq }
  })
  writer.send(transaction)
  return results
}

/** Most batches only add memories. */
const onlyAdds = ({ at: _, add = [], ...rest }: Batch): boolean =>
  Object.values(rest).every((part) => part === undefined) && add.every(({ changes }) => changes === undefined)
