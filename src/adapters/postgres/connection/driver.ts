import { WorldWeaverError } from '../../../errors.js'

/** The part of `pg` that is used, which a replacement must have too. */
export interface Pool {
  connect(): Promise<Client>
  /** Whether at least half of the connections are free. Without it, none counts as spare. */
  hasSpare?(): boolean
  /** For pools with a single connection; others reserve one for LISTEN. Resolves to a function that stops it. */
  listen?(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  end(): Promise<void>
}

export interface Client {
  query(query: Query): Promise<QueryResult>
  /** With an error, the pool closes the connection. */
  release(error?: Error): void
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): unknown
  removeAllListeners(event: 'notification'): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

/** A query with a name is prepared once per connection. */
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

/** How long a call waits for a connection to open or to become free. */
const connectTimeoutMs = 10_000

/** `pg` is an optional peer: loaded when the first connection is needed. */
export async function createPool(url: string, maxConnections: number): Promise<Pool> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    const hint = 'PostgreSQL needs the package `pg`: npm install pg'
    // Some callers show only the cause, so it repeats the message.
    throw new WorldWeaverError('internal_error', hint, { cause: new Error(hint, { cause }) })
  })
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'world-weaver',
    keepAlive: true,
    allowExitOnIdle: true,
    // Queries are sent without waiting for earlier answers, and answered in order.
    pipeline: true,
    types: {
      // Every number here is below 2^53; by default the driver returns int8 as a string.
      getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  })
  // An idle connection failed: the pool has already removed it.
  pool.on('error', () => undefined)
  return Object.assign(pool, { hasSpare: () => pool.totalCount - pool.idleCount < maxConnections / 2 }) as Pool
}
