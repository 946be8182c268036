import { DatabaseSync } from '@photostructure/sqlite'
import { sumsOf } from '../sums/table-sums.js'
import { codeOf, sqlite } from './result-codes.js'

export type Connection = InstanceType<typeof DatabaseSync>

/** Longer than any of our own transactions. A waiting writer blocks its worker thread, never the main thread. */
const busyTimeoutMs = 30_000

export function openConnection(path: string, timeoutMs = busyTimeoutMs): Connection {
  const connection = new DatabaseSync(path, { timeout: timeoutMs, returnArrays: false })
  return closeOnError(connection, () => prepare(connection, timeoutMs))
}

/** Runs `work`, and closes the connection if that fails. */
export function closeOnError(connection: Connection, work: () => void): Connection {
  try {
    work()
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

function prepare(connection: Connection, timeoutMs: number): void {
  // SQLite does not call the busy handler while the journal mode changes, so two first starts can collide.
  retryWhileBusy(() => connection.exec('PRAGMA journal_mode = WAL'), timeoutMs)
  // The package's default is weaker: an answered write must survive a power cut (COM11).
  connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
  connection.exec('PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY')
  // 16 MiB of log between checkpoints, four times the default: an import writes the same pages in batch after batch.
  connection.exec('PRAGMA wal_autocheckpoint = 4000')
}

/**
 * Runs `work` in one transaction. IMMEDIATE takes the write lock at the start: a deferred transaction that
 * upgrades later fails at once with "database is locked", whatever the timeout. Every write goes through here: the
 * checksums of what it changed are written before it commits.
 */
export function inTransaction<Result>(connection: Connection, work: () => Result): Result {
  const sums = sumsOf(connection)
  retryWhileBusy(() => connection.exec('BEGIN IMMEDIATE'))
  try {
    const result = work()
    sums?.flush()
    connection.exec('COMMIT')
    return result
  } catch (error) {
    sums?.discard()
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

/** Runs `work` on one snapshot: all of its statements see the same state. */
export function inSnapshot<Result>(connection: Connection, work: () => Result): Result {
  connection.exec('BEGIN')
  try {
    return work()
  } finally {
    // A broken disk or file has already ended the transaction; its error says more than a second one from COMMIT.
    if (connection.isTransaction) connection.exec('COMMIT')
  }
}

/** Blocks the thread, which is fine in a worker and in a short command. */
function retryWhileBusy(work: () => void, timeoutMs = busyTimeoutMs): void {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (codeOf(error) !== sqlite.busy || Date.now() >= deadline) throw error
      sleepBriefly()
    }
  }
}

/** Sleeps for a random time, so that waiting processes do not retry in step. */
export function sleepBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
}
