import { statSync } from 'node:fs'
import type { Connection } from '../connection/connection.js'
import { codeOf, sqlite } from '../connection/result-codes.js'
import { sleepBriefly } from '../connection/sleep.js'

/**
 * `secure_delete` overwrites deleted content in place. But when SQLite splits a page it leaves copies of entries in the
 * free part of the old page, which it no longer tracks; only VACUUM writes a file without them.
 */
export function rebuildFile(connection: Connection): void {
  // The temporary copy is as large as the database, so it goes to a file.
  connection.exec('PRAGMA temp_store = FILE; VACUUM')
}

/** Short, because no process can write while a checkpoint waits for readers. */
const checkpointWaitMs = 100

/**
 * Empties the write-ahead log, which keeps old data for as long as a process reads it. The file's size shows success:
 * the pragma's result would need a prepared statement, which keeps a closed connection's files open until it is
 * garbage-collected.
 */
export function truncateLog(connection: Connection, timeoutMs: number): void {
  const deadline = Date.now() + timeoutMs
  const log = `${connection.location()}-wal`
  connection.exec(`PRAGMA busy_timeout = ${checkpointWaitMs}`)
  for (;;) {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    // Not empty either if another process wrote just now; then once more.
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return
    if (Date.now() > deadline) throw new Error('another program still reads the old data')
    sleepBriefly()
  }
}

/** Removes the log file, as of a fresh copy; if another process has the database open, only empties it. */
export function toSingleFile(connection: Connection, timeoutMs: number): void {
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if (codeOf(error) !== sqlite.busy) throw error
    truncateLog(connection, timeoutMs)
  }
}
