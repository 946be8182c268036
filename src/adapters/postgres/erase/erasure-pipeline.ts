import type { Log } from '../../../ports/log.js'
import type { Erasure, TreatedBackup } from '../../../ports/store/write.js'
import { pause } from '../../relational/pause.js'
import { BackgroundQueue } from '../connection/background-queue.js'
import type { Connections } from '../connection/connections.js'
import { BatchWriter } from '../write/batch-writer.js'
import type { GroupCommit } from '../write/group-commit.js'
import { IdCache } from '../write/id-cache.js'
import { TransactionCounters } from '../write/transaction-counters.js'
import { isInBackups, noteUnfinished, type PostgresBackups } from './backups.js'
import { Eraser } from './eraser.js'
import { noteUnvacuumed, vacuumAll, vacuumOnce } from './vacuum.js'

/** How long an erasure waits for VACUUM, which goes on in the background afterwards. */
const vacuumWaitMs = 10_000
/** Rows that an open transaction can still see are retried at this interval, and whenever the store is opened. */
const retryMs = 60_000

interface Parts {
  readonly connections: Connections
  readonly backups: PostgresBackups
  readonly log: Pick<Log, 'warn'> | undefined
}

/** OPS4: erases from the tables in one transaction, then from pages with dead rows and from backups. */
export class ErasurePipeline {
  readonly #commits: GroupCommit
  readonly #parts: Parts
  readonly #background: BackgroundQueue
  #last: Promise<unknown> = Promise.resolve()
  #vacuuming: Promise<unknown> = Promise.resolve()
  #retryTimer: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()

  constructor(commits: GroupCommit, parts: Parts) {
    this.#commits = commits
    this.#parts = parts
    this.#background = new BackgroundQueue(parts.connections, parts.log)
  }

  /** One at a time, so that each erasure reports the backups that it treated itself. */
  erase(erasure: Erasure): Promise<readonly TreatedBackup[]> {
    const erased = this.#last.then(() => this.#erase(erasure))
    this.#last = erased.catch(() => undefined)
    return erased
  }

  /** Continues erasures that a process could not finish. */
  resume(tenant: number): void {
    this.#background.run('vacuuming erased rows', async (client) => {
      if (await isInBackups(client, tenant)) this.#resumeInBackups()
      if (!(await vacuumOnce(client, tenant))) this.#retryLater(tenant)
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
    clearTimeout(this.#retryTimer)
    await this.#last
    await this.#vacuuming
    await this.#background.close()
    // A background task may have queued work in backups.
    await this.#last
  }

  async #erase(erasure: Erasure): Promise<readonly TreatedBackup[]> {
    const { isAny, tenant } = await this.#eraseFromTables(erasure)
    if (isAny) await this.#vacuum(tenant)
    return this.#parts.backups.finishErasing()
  }

  /** Queued after earlier batches, which may write what is to be erased. */
  #eraseFromTables({
    ids,
    at,
    expectSeq,
    change = [],
    replaceWith = {},
  }: Erasure): Promise<{ isAny: boolean; tenant: number }> {
    return this.#commits.write(async (transaction) => {
      // The erasure may free numbers that the shared cache holds, so it uses its own and clears it in between.
      const idCache = new IdCache()
      const counters = new TransactionCounters(transaction.totals, idCache)
      const eraser = new Eraser(transaction)
      if (expectSeq !== undefined) await eraser.assertUnchanged(ids, expectSeq)
      if (change.length > 0) await new BatchWriter(transaction, counters, idCache).apply({ at, change })
      await eraser.assertNothingDerived(
        ids,
        change.map(({ id }) => id),
      )
      const { rows, isAny } = await eraser.erase(ids, at, counters)
      if (isAny) {
        await transaction.change(noteUnfinished, ids)
        await transaction.change(noteUnvacuumed)
      }
      idCache.clear()
      await new BatchWriter(transaction, counters, idCache).apply({ ...replaceWith, at })
      await eraser.dropNames(rows)
      counters.send(transaction)
      return { isAny, tenant: transaction.tenant }
    })
  }

  async #vacuum(tenant: number): Promise<void> {
    const { connections, log } = this.#parts
    const timeout = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(vacuumWaitMs)])
    this.#vacuuming = vacuumAll(connections, tenant, timeout)
      .then((isDone) => isDone || this.#retryLater(tenant))
      .catch((error: unknown) => {
        log?.warn('could not vacuum erased rows', { error })
        this.#retryLater(tenant)
      })
    const answered = new AbortController()
    await Promise.race([this.#vacuuming, pause(vacuumWaitMs, answered.signal)])
    answered.abort()
  }

  #retryLater(tenant: number): void {
    if (this.#closing.signal.aborted) return
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.resume(tenant), retryMs).unref()
  }
}
