import type { Log } from '../../ports/log.js'
import type { Erasure, TreatedBackup } from '../../ports/memory-store.js'
import { noteUnfinished, type PostgresBackups } from './backups.js'
import { BatchWriter } from './batch-writer.js'
import type { Connections } from './connections.js'
import type { Database } from './database.js'
import { Eraser } from './eraser.js'
import { Remembered } from './remembered.js'
import { Sums } from './sums.js'

/** Where what is erased may have left a dead row. */
const swept =
  'memories, strengths, versions, labels, edges, structures, vectors, terms, postings, names, changes, workflows, runs, turns, events, bookmarks'
/** Rows that others may still see stay until the server sweeps by itself. */
const sweep = `VACUUM (SKIP_LOCKED, TRUNCATE off) ${swept}`
/** On large tables it takes its time; it goes on without whoever waits for the answer. */
const sweepWaitMs = 10_000

interface Parts {
  readonly connections: Connections
  readonly backups: PostgresBackups
  readonly log: Pick<Log, 'warn'> | undefined
}

/** OPS4: first from the tables, in one transaction, then from the copies and from pages that hold dead rows. */
export class Erasing {
  readonly #database: Database
  readonly #parts: Parts
  #last: Promise<unknown> = Promise.resolve()
  #sweeping: Promise<unknown> = Promise.resolve()

  constructor(database: Database, parts: Parts) {
    this.#database = database
    this.#parts = parts
  }

  /** One after the other, so that each answers for the backups that it had treated itself. */
  erase(erasure: Erasure): Promise<readonly TreatedBackup[]> {
    const erased = this.#last.catch(() => undefined).then(() => this.#erase(erasure))
    this.#last = erased.catch(() => undefined)
    return erased
  }

  async close(): Promise<void> {
    await this.#last
    await this.#sweeping
  }

  async #erase(erasure: Erasure): Promise<readonly TreatedBackup[]> {
    const isAny = await this.#take(erasure)
    if (isAny) await this.#sweep()
    return this.#parts.backups.finishErasing()
  }

  #take({ ids, at, expectSeq, change = [], replaceWith = {} }: Erasure): Promise<boolean> {
    return this.#database.write(async (transaction) => {
      // Numbers that others remember may be gone at the end of this: it learns its own, and forgets them in between.
      const remembered = new Remembered()
      const sums = new Sums(transaction.totals, remembered)
      const eraser = new Eraser(transaction)
      if (expectSeq !== undefined) await eraser.assertSame(ids, expectSeq)
      if (change.length > 0) await new BatchWriter(transaction, sums, remembered).apply({ at, change })
      await eraser.assertKnown(
        ids,
        change.map(({ id }) => id),
      )
      const { rows, isAny } = await eraser.take(ids, at, sums)
      if (isAny) await transaction.change(noteUnfinished, ids)
      remembered.forget()
      await new BatchWriter(transaction, sums, remembered).apply({ ...replaceWith, at })
      await eraser.dropNames(rows)
      sums.send(transaction)
      return isAny
    })
  }

  async #sweep(): Promise<void> {
    const { connections, log } = this.#parts
    this.#sweeping = connections
      .use((client) => client.query({ text: sweep }))
      .catch((error: unknown) => log?.warn('could not sweep up what was erased', { error }))
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, sweepWaitMs)
    })
    await Promise.race([this.#sweeping, patience])
    clearTimeout(timer)
  }
}
