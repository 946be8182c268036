import type { Log } from '../../ports/log.js'
import type { Erasure, TreatedBackup } from '../../ports/memory-store.js'
import { Background } from './background.js'
import { isInBackups, noteUnfinished, type PostgresBackups } from './backups.js'
import { BatchWriter } from './batch-writer.js'
import type { Connections } from './connections.js'
import { Eraser } from './eraser.js'
import type { GroupCommit } from './group-commit.js'
import { Remembered } from './remembered.js'
import { Sums } from './sums.js'
import { noteUnswept, sweepAll, sweepOnce } from './sweeping.js'

/** On large tables it takes its time; it goes on without whoever waits for the answer. */
const sweepWaitMs = 10_000
/** What somebody still sees is tried again while the store is open, and whenever it is opened. */
const tryAgainMs = 60_000

interface Parts {
  readonly connections: Connections
  readonly backups: PostgresBackups
  readonly log: Pick<Log, 'warn'> | undefined
}

/** OPS4: first from the tables, in one transaction, then from the copies and from pages that hold dead rows. */
export class Erasing {
  readonly #commits: GroupCommit
  readonly #parts: Parts
  readonly #background: Background
  #last: Promise<unknown> = Promise.resolve()
  #sweeping: Promise<unknown> = Promise.resolve()
  #again: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()

  constructor(commits: GroupCommit, parts: Parts) {
    this.#commits = commits
    this.#parts = parts
    this.#background = new Background(parts.connections, parts.log)
  }

  /** One after the other, so that each answers for the backups that it had treated itself. */
  erase(erasure: Erasure): Promise<readonly TreatedBackup[]> {
    const erased = this.#last.then(() => this.#erase(erasure))
    this.#last = erased.catch(() => undefined)
    return erased
  }

  /** Goes on where a process was killed, or could not wait. */
  resume(tenant: number): void {
    this.#background.run('sweeping up what was erased', async (client) => {
      if (await isInBackups(client, tenant)) this.#resumeInBackups()
      if (!(await sweepOnce(client, tenant))) this.#tryAgain(tenant)
    })
  }

  #resumeInBackups(): void {
    const { backups, log } = this.#parts
    this.#last = this.#last
      .then(() => backups.resumeErasing())
      .catch((error: unknown) => log?.warn('could not erase in a backup', { error }))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#again)
    await this.#last
    await this.#sweeping
    await this.#background.close()
    // What the background has found to do in backups.
    await this.#last
  }

  async #erase(erasure: Erasure): Promise<readonly TreatedBackup[]> {
    const { isAny, tenant } = await this.#take(erasure)
    if (isAny) await this.#sweep(tenant)
    return this.#parts.backups.finishErasing()
  }

  /** In its turn: what was asked for before is written, and may be what is to be erased. */
  #take({ ids, at, expectSeq, change = [], replaceWith = {} }: Erasure): Promise<{ isAny: boolean; tenant: number }> {
    return this.#commits.write(async (transaction) => {
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
      if (isAny) {
        await transaction.change(noteUnfinished, ids)
        await transaction.change(noteUnswept)
      }
      remembered.forget()
      await new BatchWriter(transaction, sums, remembered).apply({ ...replaceWith, at })
      await eraser.dropNames(rows)
      sums.send(transaction)
      return { isAny, tenant: transaction.tenant }
    })
  }

  async #sweep(tenant: number): Promise<void> {
    const { connections, log } = this.#parts
    const patience = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(sweepWaitMs)])
    this.#sweeping = sweepAll(connections, tenant, patience)
      .then((isSwept) => isSwept || this.#tryAgain(tenant))
      .catch((error: unknown) => {
        log?.warn('could not sweep up what was erased', { error })
        this.#tryAgain(tenant)
      })
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise((resolve) => {
      timer = setTimeout(resolve, sweepWaitMs)
    })
    await Promise.race([this.#sweeping, answer])
    clearTimeout(timer)
  }

  #tryAgain(tenant: number): void {
    if (this.#closing.signal.aborted) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.resume(tenant), tryAgainMs).unref()
  }
}
