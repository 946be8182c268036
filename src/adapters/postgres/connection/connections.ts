import type { Log } from '../../../ports/log.js'
import { migrate } from '../schema/migrate.js'
import { migrations } from '../schema/schema.js'
import { CommitUnanswered, ConnectionLost, isUnavailable } from './connection-errors.js'
import { refusalAtFirstConnection, refusalOfPooler, refusalOnConnecting } from './connection-refusal.js'
import { type Client, createPool, type Pool } from './driver.js'
import { channel, Listener, listenOn } from './listener.js'

interface ConnectionsOptions {
  readonly url: string
  readonly maxConnections?: number
  /** Replaces the pool of `pg`, which is created with the first call. */
  readonly createPool?: () => Promise<Pool>
  /** How long a call is retried while the server is unavailable. */
  readonly retryTimeoutMs?: number
  readonly log?: Pick<Log, 'warn'>
}

const defaultMaxConnections = 10
/** Longer than a restart takes. */
const defaultRetryTimeoutMs = 20_000
/** Before the first connection the address may be wrong, so the caller learns about it sooner. */
const firstRetryTimeoutMs = 5_000

/** A process's connections to one database, shared by all tenants. Nothing connects before the first call. */
export class Connections {
  readonly #createPool: () => Promise<Pool>
  #pool: Promise<Pool> | undefined
  #opened: Pool | undefined
  #migrated: Promise<void> | undefined
  /** Receives notifications of other processes. */
  readonly listener = new Listener((onPayload, onLost) => this.#listen(onPayload, onLost))
  #separatePool: Connections | undefined
  readonly #retryTimeoutMs: number
  #hasConnected = false

  constructor(options: ConnectionsOptions) {
    const { url, maxConnections = defaultMaxConnections, retryTimeoutMs = defaultRetryTimeoutMs } = options
    this.#createPool = options.createPool ?? (() => createPool(url, maxConnections))
    this.#retryTimeoutMs = retryTimeoutMs
  }

  /** How long a call is retried while the server is unavailable. */
  get retryTimeoutMs(): number {
    return this.#hasConnected ? this.#retryTimeoutMs : Math.min(this.#retryTimeoutMs, firstRetryTimeoutMs)
  }

  /** A second pool for work that holds a connection while it needs others: with one pool it could deadlock. */
  separatePool(): Connections {
    this.#separatePool ??= new Connections({
      url: '',
      createPool: this.#createPool,
      retryTimeoutMs: this.#retryTimeoutMs,
    })
    return this.#separatePool
  }

  /** Whether a call may take a second connection to run faster. */
  get hasSpare(): boolean {
    return this.#opened?.hasSpare?.() ?? false
  }

  /** Runs `work` on a connection with the newest schema. Rejects with `ConnectionLost` if none opens or if it ends. */
  async use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    this.#migrated ??= this.#use((client) => migrate(client, migrations))
    try {
      await this.#migrated
    } catch (error) {
      this.#migrated = undefined
      throw error
    }
    return this.#use(work)
  }

  async #use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await this.#connect()
    let lost: Error | undefined
    const onError = (error: Error) => {
      lost = error
    }
    client.on('error', onError)
    try {
      return await work(client)
    } catch (error) {
      if (isUnavailable(error)) lost ??= error as Error
      if (lost === undefined || error instanceof CommitUnanswered) throw refusalOfPooler(error) ?? error
      throw new ConnectionLost('the connection was lost', { cause: error })
    } finally {
      client.off('error', onError)
      client.release(lost)
    }
  }

  async #connect(): Promise<Client> {
    const pool = await this.#open()
    try {
      const client = await pool.connect()
      this.#hasConnected = true
      return client
    } catch (cause) {
      const refusal = refusalOnConnecting(cause) ?? (this.#hasConnected ? undefined : refusalAtFirstConnection(cause))
      throw refusal ?? new ConnectionLost('there is no connection', { cause })
    }
  }

  async #open(): Promise<Pool> {
    this.#pool ??= this.#createPool()
    try {
      this.#opened = await this.#pool
      return this.#opened
    } catch (error) {
      this.#pool = undefined
      throw error
    }
  }

  async #listen(onPayload: (payload: string) => void, onLost: () => void): Promise<() => Promise<void>> {
    const pool = await this.#open()
    return pool.listen === undefined
      ? listenOn(await this.#connect(), onPayload, onLost)
      : pool.listen(channel, onPayload)
  }

  async close(): Promise<void> {
    await this.listener.close()
    await this.#separatePool?.close()
    const pool = this.#pool
    this.#pool = undefined
    this.#opened = undefined
    this.#migrated = undefined
    await (await pool)?.end()
  }
}
