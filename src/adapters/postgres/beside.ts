import type { Connections } from './connections.js'
import { beginSnapshot } from './snapshots.js'
import { type Sql, sqlOn } from './sql.js'

/**
 * A second connection that sees what a snapshot sees, for what may be answered at the same time. Where none is free, or
 * the server does not lend the snapshot (a balancer may have led to another one), it is the snapshot's own.
 * https://www.postgresql.org/docs/15/functions-admin.html#FUNCTIONS-SNAPSHOT-SYNCHRONIZATION
 */
export class Beside {
  readonly #connections: Pick<Connections, 'hasSpare' | 'use'>
  readonly #own: Sql
  #sql: Promise<Sql> | undefined
  #held: Promise<void> | undefined
  #end = (): void => undefined

  constructor(connections: Pick<Connections, 'hasSpare' | 'use'>, own: Sql) {
    this.#connections = connections
    this.#own = own
  }

  sql(): Promise<Sql> {
    this.#sql ??= this.#connections.hasSpare ? this.#open() : Promise.resolve(this.#own)
    return this.#sql
  }

  #open(): Promise<Sql> {
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve
    })
    const exported = this.#own.find<{ name: string }>('SELECT pg_export_snapshot() AS name WHERE $1::int IS NOT NULL')
    // Looked at once there is a connection, which there may never be.
    exported.catch(() => undefined)
    return new Promise((resolve) => {
      this.#held = this.#connections
        .use(async (client) => {
          try {
            const name = (await exported)?.name
            await client.query({ text: `${beginSnapshot}; SET TRANSACTION SNAPSHOT '${name}'` })
            resolve(sqlOn(client, this.#own.tenant))
            await ended
          } finally {
            await client.query({ text: 'COMMIT' }).catch(() => undefined)
          }
        })
        // Whoever asked through it has heard.
        .catch(() => undefined)
        .finally(() => resolve(this.#own))
    })
  }

  async end(): Promise<void> {
    this.#end()
    await this.#held
  }
}
