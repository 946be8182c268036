import { WorldWeaverError } from '../../errors.js'

/** What is used of `pg`, and all that a stand-in for it must have. */
export interface Pool {
  connect(): Promise<Client>
  /** Whether most are free: one more than a call needs is then in nobody's way. Never, if not told. */
  hasSpare?(): boolean
  /** Where there is but one connection: otherwise one is kept for it. Answers how to end it. */
  listen?(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  end(): Promise<void>
}

export interface Client {
  query(query: Query): Promise<QueryResult>
  /** With an error: the connection is not used again. */
  release(error?: Error): void
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'notification', listener: (told: { readonly payload?: string }) => void): unknown
  removeAllListeners(event: 'notification'): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** With a name, it is prepared once per connection. */
export interface Query {
  readonly text: string
  readonly name?: string
  readonly values?: unknown[]
}

export interface QueryResult {
  readonly command: string
  readonly rows: unknown[]
  readonly rowCount: number | null
}

/** https://www.postgresql.org/docs/15/catalog-pg-type.html */
const int8 = 20

/** How long a connection may take to be made, or to become free. */
const connectTimeoutMs = 10_000

/** `pg` is an optional peer: loaded when the first connection is needed. */
export async function createPool(url: string, most: number): Promise<Pool> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    const hint = 'PostgreSQL needs the package `pg`: npm install pg'
    // Whoever is shown the cause is shown the same words.
    throw new WorldWeaverError('internal_error', hint, { cause: new Error(hint, { cause }) })
  })
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'world-weaver',
    keepAlive: true,
    allowExitOnIdle: true,
    // What is asked at once travels at once; each is still answered in its turn.
    pipeline: true,
    types: {
      // Every number here is below 2^53. The driver gives strings, because others' may not be.
      getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  })
  // Of a connection that nobody uses: the pool has thrown it away already.
  pool.on('error', () => undefined)
  return Object.assign(pool, { hasSpare: () => pool.totalCount - pool.idleCount < most / 2 }) as Pool
}
