import { findTenant } from '../schema/tenants.js'
import { wasCommitted } from '../write/commit-log.js'
import { lockTotals } from '../write/lock-totals.js'
import { CommitUnanswered, ConnectionLost, TenantReplaced } from './connection-errors.js'
import type { Connections } from './connections.js'
import type { Client } from './driver.js'
import type { Subscription } from './listener.js'
import { ParallelSnapshot } from './parallel-snapshot.js'
import { beginSnapshot, type Sql, type SqlValue, type Statement, sqlOn } from './sql.js'
import { type Transaction, transact } from './transaction.js'
import { withRetry } from './with-retry.js'

const outcomeUnknown = 'whether it was written is not known'

/** How long a tenant's number is cached: `ww move` can replace an empty tenant by another one of the same name. */
const tenantNumberTtlMs = 5_000

interface TenantOptions {
  readonly name: string
  /** Whether a tenant without memories is created only if it has an API key. */
  readonly needsKey?: boolean
  /** Called with the tenant's number once the first call has looked it up. */
  readonly onFound?: (tenant: number) => void
}

/** One tenant's part of the database. */
export class Database {
  readonly #connections: Connections
  readonly #tenant: TenantOptions
  #number: Promise<number> | undefined
  #queriedAt = 0
  #found: number | undefined
  readonly #waiting = { reads: 0, writes: 0 }
  #onIdle: (() => void)[] = []

  constructor(connections: Connections, tenant: string, options: Omit<TenantOptions, 'name'> = {}) {
    this.#connections = connections
    this.#tenant = { name: tenant, ...options }
  }

  /** Calls that are not yet answered. */
  get waiting(): { readonly reads: number; readonly writes: number } {
    return { ...this.#waiting }
  }

  /** Runs statements that need no common snapshot. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#track('reads', 'nothing was read', () => this.#use((client, tenant) => work(sqlOn(client, tenant))))
  }

  /** Runs one idempotent statement as its own transaction. */
  change(statement: Statement, ...values: readonly SqlValue[]): Promise<number> {
    return this.#track('writes', outcomeUnknown, () =>
      this.#use((client, tenant) => sqlOn(client, tenant).change(statement, ...values)),
    )
  }

  /** Subscribes to this tenant's changes, by any process. */
  subscribe(): Promise<Subscription> {
    return this.#track('reads', 'nothing was read', async () =>
      this.#connections.listener.subscribe(await this.#findTenant()),
    )
  }

  /** Runs statements in one snapshot. `parallel` opens a second connection with the same snapshot, if one is free. */
  snapshot<Result>(work: (sql: Sql, parallel: () => Promise<Sql>) => Promise<Result>): Promise<Result> {
    return this.#track('reads', 'nothing was read', () =>
      this.#use(async (client, tenant) => {
        const begun = client.query({ text: beginSnapshot })
        const sql = sqlOn(client, tenant)
        const parallel = new ParallelSnapshot(this.#connections, sql)
        try {
          return (await Promise.all([begun, work(sql, () => parallel.sql())]))[1]
        } finally {
          await Promise.all([parallel.end(), client.query({ text: 'COMMIT' }).catch(() => undefined)])
        }
      }),
    )
  }

  /**
   * Runs a transaction that holds the lock on the tenant's row of `totals`. There is one at a time, so the change log
   * is in commit order and what `work` reads stays true until the end. `work` and `prefetch` are called again on a
   * retry.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, prefetch?: (sql: Sql) => void): Promise<Result> {
    return this.#track('writes', 'nothing was written', async () => {
      try {
        return await this.#use((client, tenant) => transact(client, tenant, work, prefetch))
      } catch (error) {
        if (!(error instanceof CommitUnanswered)) throw error
        const isWritten = await withRetry(outcomeUnknown, this.#connections, () => this.#isCommitted(error.transaction))
        // The error carries the result of `work`.
        if (isWritten) return error.result as Result
        throw new ConnectionLost('the transaction was rolled back', { cause: error })
      }
    })
  }

  /** Waits for the tenant's lock: the server may still run the transaction whose connection was lost. */
  #isCommitted(name: string): Promise<boolean> {
    return this.#use(async (client, tenant) => {
      const sql = sqlOn(client, tenant)
      try {
        await Promise.all([client.query({ text: 'BEGIN' }), lockTotals(sql)])
        return await wasCommitted(sql, name)
      } finally {
        await client.query({ text: 'ROLLBACK' }).catch(() => undefined)
      }
    })
  }

  async #use<Result>(work: (client: Client, tenant: number) => Promise<Result>): Promise<Result> {
    const tenant = await this.#findTenant()
    try {
      return await this.#connections.use((client) => work(client, tenant))
    } catch (error) {
      if (error instanceof TenantReplaced) this.#number = undefined
      throw error
    }
  }

  async #findTenant(): Promise<number> {
    if (performance.now() - this.#queriedAt > tenantNumberTtlMs) this.#number = undefined
    this.#number ??= this.#queryNumber()
    const pending = this.#number
    try {
      return await pending
    } catch (error) {
      if (this.#number === pending) this.#number = undefined
      throw error
    }
  }

  async #queryNumber(): Promise<number> {
    this.#queriedAt = performance.now()
    const { name, needsKey = false, onFound } = this.#tenant
    const number = await this.#connections.use((client) => findTenant(client, name, needsKey))
    if (number !== this.#found) onFound?.(number)
    this.#found = number
    return number
  }

  async #track<Result>(kind: 'reads' | 'writes', what: string, work: () => Promise<Result>): Promise<Result> {
    this.#waiting[kind]++
    try {
      return await withRetry(what, this.#connections, work)
    } finally {
      this.#waiting[kind]--
      if (!this.#isBusy) for (const idle of this.#onIdle.splice(0)) idle()
    }
  }

  get #isBusy(): boolean {
    return this.#waiting.reads + this.#waiting.writes > 0
  }

  /** Resolves once all calls are answered. */
  async close(): Promise<void> {
    while (this.#isBusy) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }
}
