import type { Log } from '../../ports/log.js'
import { type Client, createPool, type Pool } from './driver.js'
import { channel, Listener, listenOn } from './listener.js'
import { migrate } from './migrate.js'
import { refusalAtFirst, refusalOfPooler, refusalOnConnecting } from './refusal.js'
import { migrations } from './schema.js'
import { CommitUnanswered, ConnectionLost, isGone } from './trouble.js'

interface ConnectionsOptions {
  readonly url: string
  /** At most this many at once. */
  readonly most?: number
  /** In place of `pg`'s own, which is made at the first call. */
  readonly createPool?: () => Promise<Pool>
  /** How long a call waits for a server that is away. */
  readonly patienceMs?: number
  readonly log?: Pick<Log, 'warn'>
}

const defaultMost = 10
/** A restart takes less. */
const defaultPatienceMs = 20_000
/** Of who has never reached it: the address may be wrong, and somebody waits to be told. */
const firstPatienceMs = 5_000

/** A process's connections to one database, whichever tenants it serves. Nothing connects before the first call. */
export class Connections {
  readonly #createPool: () => Promise<Pool>
  #pool: Promise<Pool> | undefined
  #opened: Pool | undefined
  #migrated: Promise<void> | undefined
  /** What other processes say. */
  readonly listener = new Listener((heard, lost) => this.#listen(heard, lost))
  #aside: Connections | undefined
  readonly #patienceMs: number
  #hasConnected = false

  constructor(options: ConnectionsOptions) {
    const { url, most = defaultMost, patienceMs = defaultPatienceMs } = options
    this.#createPool = options.createPool ?? (() => createPool(url, most))
    this.#patienceMs = patienceMs
  }

  /** How long a call waits for a server that is away. */
  get patienceMs(): number {
    return this.#hasConnected ? this.#patienceMs : Math.min(this.#patienceMs, firstPatienceMs)
  }

  /** For who holds one while asking for others: nobody waits for a connection that waits for them. */
  aside(): Connections {
    this.#aside ??= new Connections({ url: '', createPool: this.#createPool, patienceMs: this.#patienceMs })
    return this.#aside
  }

  /** Whether to take one more than a call needs. */
  get hasSpare(): boolean {
    return this.#opened?.hasSpare?.() ?? false
  }

  /** On a connection whose database has the newest schema. Rejects with `ConnectionLost` when there is none, or it ends. */
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
      if (isGone(error)) lost ??= error as Error
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
      const refusal = refusalOnConnecting(cause) ?? (this.#hasConnected ? undefined : refusalAtFirst(cause))
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

  async #listen(heard: (payload: string) => void, lost: () => void): Promise<() => Promise<void>> {
    const pool = await this.#open()
    return pool.listen === undefined ? listenOn(await this.#connect(), heard, lost) : pool.listen(channel, heard)
  }

  async close(): Promise<void> {
    await this.listener.close()
    await this.#aside?.close()
    const pool = this.#pool
    this.#pool = undefined
    this.#opened = undefined
    this.#migrated = undefined
    await (await pool)?.end()
  }
}
