import { statSync } from 'node:fs'
import { type Connection, waitAWhile } from './connection.js'
import { codeOf, sqlite } from './result-codes.js'

/**
 * `secure_delete` overwrites what is deleted where it stands. But when SQLite splits a page it leaves copies of entries
 * in the free part of the old one, and of these it knows nothing; only a file that is written anew holds nothing but
 * what its tables hold.
 */
export function rebuildFile(connection: Connection): void {
  // In a file, not in RAM: it is as large as the database.
  connection.exec('PRAGMA temp_store = FILE; VACUUM')
}

/** Short, because nobody can write while a checkpoint waits for readers. */
const checkpointWaitMs = 100

/**
 * The log keeps what was there before for as long as somebody reads it. Whether it is empty the file says: a prepared
 * statement, which could tell as well, keeps a closed connection's files and cache until it is collected as garbage.
 */
export function truncateLog(connection: Connection, patienceMs: number): void {
  const deadline = Date.now() + patienceMs
  const log = `${connection.location()}-wal`
  connection.exec(`PRAGMA busy_timeout = ${checkpointWaitMs}`)
  for (;;) {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    // Also not when somebody wrote just after; then once more.
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return
    if (Date.now() > deadline) throw new Error('another program still reads what was there before')
    waitAWhile()
  }
}

/** As a copy is written, with nothing beside it; unless somebody else has it open: then with nothing in its log. */
export function becomeOneFile(connection: Connection, patienceMs: number): void {
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if (codeOf(error) !== sqlite.busy) throw error
    truncateLog(connection, patienceMs)
  }
}
