import type { Connections } from './connections.js'
import { beginSnapshot, type Sql, sqlOn } from './sql.js'

/**
 * A second connection with the same snapshot, for statements that can run in parallel. Falls back to the snapshot's
 * own connection if none is free, or if the server cannot import the snapshot (a load balancer may have chosen
 * another one).
 * https://www.postgresql.org/docs/15/functions-admin.html#FUNCTIONS-SNAPSHOT-SYNCHRONIZATION
 */
export class ParallelSnapshot {
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
    // Awaited below once there is a connection, which may never happen.
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
        // Statements on this connection have already rejected.
        .catch(() => undefined)
        .finally(() => resolve(this.#own))
    })
  }

  async end(): Promise<void> {
    this.#end()
    await this.#held
  }
}
