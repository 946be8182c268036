import { DatabaseSync } from '@photostructure/sqlite'

export type Connection = InstanceType<typeof DatabaseSync>

/** Longer than any of our own transactions; a waiting writer sleeps in its worker, never in the main thread. */
const busyTimeoutMs = 30_000

export function openConnection(path: string): Connection {
  const connection = new DatabaseSync(path, { timeout: busyTimeoutMs, returnArrays: false })
  // SQLite does not ask the busy handler while the journal mode changes, so two first starts can collide.
  retryWhileBusy(() => connection.exec('PRAGMA journal_mode = WAL'))
  // The package's default is weaker: an answered write must survive a power cut (COM11).
  connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
  connection.exec('PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY')
  return connection
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

const sqliteBusy = 5

/** Worker threads and one-shot commands may block: they have no one else to serve. */
function retryWhileBusy(work: () => void): void {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
    }
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  return ((error.errcode as number) & 0xff) === sqliteBusy
}
