import { Beside } from './beside.js'
import { wasCommitted } from './commits.js'
import type { Connections } from './connections.js'
import type { Client } from './driver.js'
import type { Ear } from './listener.js'
import { patiently } from './patience.js'
import { beginSnapshot } from './snapshots.js'
import { type Sql, type SqlValue, type Statement, sqlOn } from './sql.js'
import { findTenant } from './tenants.js'
import { lockTotals } from './totals.js'
import { type Transaction, transact } from './transaction.js'
import { CommitUnanswered, ConnectionLost, TenantGone } from './trouble.js'

const notKnown = 'whether it was written is not known'

/** How long a tenant's number holds: one that moves in takes the place of an empty one of its name. */
const numberHoldsMs = 5_000

interface TenantOptions {
  readonly name: string
  /** One that nobody has written to yet is there only if it has a key. */
  readonly needsKey?: boolean
  /** Hears of its number once that is known: with the first call. */
  readonly onFound?: (tenant: number) => void
}

/** One tenant's part of the database. */
export class Database {
  readonly #connections: Connections
  readonly #tenant: TenantOptions
  #number: Promise<number> | undefined
  #askedAt = 0
  #found: number | undefined
  readonly #waiting = { reads: 0, writes: 0 }
  #onIdle: (() => void)[] = []

  constructor(connections: Connections, tenant: string, options: Omit<TenantOptions, 'name'> = {}) {
    this.#connections = connections
    this.#tenant = { name: tenant, ...options }
  }

  /** Calls that are not answered yet. */
  get waiting(): { readonly reads: number; readonly writes: number } {
    return { ...this.#waiting }
  }

  /** Statements that need not agree with each other. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#counted('reads', 'nothing was read', () => this.#use((client, tenant) => work(sqlOn(client, tenant))))
  }

  /** A statement that is a transaction of its own, and does no harm when it is made twice. */
  change(statement: Statement, ...values: readonly SqlValue[]): Promise<number> {
    return this.#counted('writes', notKnown, () =>
      this.#use((client, tenant) => sqlOn(client, tenant).change(statement, ...values)),
    )
  }

  /** Hears of this tenant's changes, whoever makes them. */
  listen(): Promise<Ear> {
    return this.#counted('reads', 'nothing was read', async () =>
      this.#connections.listener.open(await this.#findTenant()),
    )
  }

  /** Statements that tell of one moment; what is asked `beside` may be answered at the same time as the others. */
  snapshot<Result>(work: (sql: Sql, beside: () => Promise<Sql>) => Promise<Result>): Promise<Result> {
    return this.#counted('reads', 'nothing was read', () =>
      this.#use(async (client, tenant) => {
        const begun = client.query({ text: beginSnapshot })
        const sql = sqlOn(client, tenant)
        const beside = new Beside(this.#connections, sql)
        try {
          return (await Promise.all([begun, work(sql, () => beside.sql())]))[1]
        } finally {
          await Promise.all([beside.end(), client.query({ text: 'COMMIT' }).catch(() => undefined)])
        }
      }),
    )
  }

  /**
   * A transaction of whoever holds the tenant's line of `totals`, so one at a time: the change log is in the order of
   * commits, and what was read stays true until the end. `work`, and what is asked `ahead` of it, may be called again from the beginning.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, ahead?: (sql: Sql) => void): Promise<Result> {
    return this.#counted('writes', 'nothing was written', async () => {
      try {
        return await this.#use((client, tenant) => transact(client, tenant, work, ahead))
      } catch (error) {
        if (!(error instanceof CommitUnanswered)) throw error
        const isWritten = await patiently(notKnown, this.#connections, () => this.#isCommitted(error.transaction))
        // What `work` gave, kept while it was not known.
        if (isWritten) return error.result as Result
        throw new ConnectionLost('the transaction was taken back', { cause: error })
      }
    })
  }

  /** Behind whoever writes, and so behind the transaction itself, should the server not have noticed that nobody listens. */
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
      if (error instanceof TenantGone) this.#number = undefined
      throw error
    }
  }

  async #findTenant(): Promise<number> {
    if (performance.now() - this.#askedAt > numberHoldsMs) this.#number = undefined
    this.#number ??= this.#askNumber()
    const asked = this.#number
    try {
      return await asked
    } catch (error) {
      if (this.#number === asked) this.#number = undefined
      throw error
    }
  }

  async #askNumber(): Promise<number> {
    this.#askedAt = performance.now()
    const { name, needsKey = false, onFound } = this.#tenant
    const number = await this.#connections.use((client) => findTenant(client, name, needsKey))
    if (number !== this.#found) onFound?.(number)
    this.#found = number
    return number
  }

  async #counted<Result>(sort: 'reads' | 'writes', what: string, work: () => Promise<Result>): Promise<Result> {
    this.#waiting[sort]++
    try {
      return await patiently(what, this.#connections, work)
    } finally {
      this.#waiting[sort]--
      if (!this.#isAtWork) for (const idle of this.#onIdle.splice(0)) idle()
    }
  }

  get #isAtWork(): boolean {
    return this.#waiting.reads + this.#waiting.writes > 0
  }

  /** Once all that is under way is answered. */
  async close(): Promise<void> {
    while (this.#isAtWork) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }
}
