import { DatabaseSync } from '@photostructure/sqlite'

export type Connection = InstanceType<typeof DatabaseSync>

/** Longer than any of our own transactions; a waiting writer sleeps in its worker, never in the main thread. */
const busyTimeoutMs = 30_000

export function openConnection(path: string): Connection {
  const connection = new DatabaseSync(path, { timeout: busyTimeoutMs, returnArrays: false })
  try {
    prepare(connection)
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

function prepare(connection: Connection): void {
  // SQLite does not ask the busy handler while the journal mode changes, so two first starts can collide.
  retryWhileBusy(() => connection.exec('PRAGMA journal_mode = WAL'))
  // The package's default is weaker: an answered write must survive a power cut (COM11).
  connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
  connection.exec('PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY')
}

/**
 * Runs `work` in one transaction. IMMEDIATE takes the write lock at the start: a deferred transaction that
 * upgrades later fails at once with "database is locked", whatever the timeout.
 */
export function inTransaction<Result>(connection: Connection, work: () => Result): Result {
  retryWhileBusy(() => connection.exec('BEGIN IMMEDIATE'))
  try {
    const result = work()
    connection.exec('COMMIT')
    return result
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

/** Runs `work` on one snapshot, so that what its statements see belongs together. */
export function inSnapshot<Result>(connection: Connection, work: () => Result): Result {
  connection.exec('BEGIN')
  try {
    return work()
  } finally {
    // A broken disk or file has ended it already; the error says more than a commit that fails as well.
    if (connection.isTransaction) connection.exec('COMMIT')
  }
}

/** https://www.sqlite.org/rescode.html */
export const sqlite = { busy: 5, corrupt: 11, full: 13, notDatabase: 26 } as const

/** Worker threads and one-shot commands may block: they have no one else to serve. */
function retryWhileBusy(work: () => void): void {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (codeOf(error) !== sqlite.busy || Date.now() > deadline) throw error
      waitAWhile()
    }
  }
}

/** Not always as long: of several that wait, one should come first. */
export function waitAWhile(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
}

/** SQLite's primary result code; undefined when the error is not its own. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? (error.errcode as number) & 0xff : undefined
}

/** https://www.sqlite.org/rescode.html#constraint_unique */
const sqliteConstraintUnique = 2067

/** A value that must be one of its kind exists already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteConstraintUnique
}
