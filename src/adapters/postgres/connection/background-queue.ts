import type { Log } from '../../../ports/log.js'
import type { Connections } from './connections.js'
import type { Client } from './driver.js'

// PGlite has a single connection, which must not cancel itself.
const cancel = 'SELECT pg_cancel_backend($1) WHERE pg_backend_pid() <> $1'

/** Runs background tasks of a store on their own connection, one at a time. */
export class BackgroundQueue {
  readonly #connections: Pick<Connections, 'use'>
  readonly #log: Pick<Log, 'warn'> | undefined
  #running: { readonly done: Promise<void>; readonly stop: () => Promise<void> } | undefined
  #isClosed = false

  constructor(connections: Pick<Connections, 'use'>, log?: Pick<Log, 'warn'>) {
    this.#connections = connections
    this.#log = log
  }

  /** Skips the task while another one runs: callers request it again later. */
  run(what: string, work: (client: Client) => Promise<void>): void {
    if (this.#running !== undefined || this.#isClosed) return
    let pid: number | undefined
    const done = this.#connections
      .use(async (client) => {
        pid = await processOf(client)
        try {
          if (!this.#isClosed) await work(client)
        } finally {
          // The connection returns to the pool, so it must not be cancelled any more.
          pid = undefined
        }
      })
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#log?.warn(`${what} failed`, { error: String(error) })
      })
      .finally(() => {
        this.#running = undefined
      })
    const stop = () =>
      this.#connections.use(async (client) => {
        if (pid !== undefined) await client.query({ text: cancel, values: [pid] })
      })
    this.#running = { done, stop }
  }

  /** Resolves once no task runs. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running.done
  }

  /** Cancels the running task, which may take minutes: the next process starts it again. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.stop()
    await this.settled()
  }
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query({ text: 'SELECT pg_backend_pid() AS pid' })
  return (rows as [{ pid: number }])[0].pid
}
