import { DatabaseSync } from '@photostructure/sqlite'
import { codeOf, sqlite } from './result-codes.js'

export type Connection = InstanceType<typeof DatabaseSync>

/** Longer than any of our own transactions; a waiting writer sleeps in its worker, never in the main thread. */
const busyTimeoutMs = 30_000

export function openConnection(path: string, patienceMs = busyTimeoutMs): Connection {
  const connection = new DatabaseSync(path, { timeout: patienceMs, returnArrays: false })
  return orClosed(connection, () => prepare(connection, patienceMs))
}

/** The connection, once this was done on it; where that fails it is not left open. */
export function orClosed(connection: Connection, work: () => void): Connection {
  try {
    work()
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

function prepare(connection: Connection, patienceMs: number): void {
  // SQLite does not ask the busy handler while the journal mode changes, so two first starts can collide.
  retryWhileBusy(() => connection.exec('PRAGMA journal_mode = WAL'), patienceMs)
  // The package's default is weaker: an answered write must survive a power cut (COM11).
  connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
  connection.exec('PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY')
  // 16 MiB of log between checkpoints, four times the default: an import writes the same pages in batch after batch.
  connection.exec('PRAGMA wal_autocheckpoint = 4000')
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

/** Worker threads and one-shot commands may block: they have no one else to serve. */
function retryWhileBusy(work: () => void, patienceMs = busyTimeoutMs): void {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (codeOf(error) !== sqlite.busy || Date.now() >= deadline) throw error
      waitAWhile()
    }
  }
}

/** Not always as long: of several that wait, one should come first. */
export function waitAWhile(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
}
