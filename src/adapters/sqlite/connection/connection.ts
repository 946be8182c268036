import { statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { fileIdentity } from '../../system/file-identity.js'
import { sumsOf } from '../sums/table-sums.js'
import { newCommitNumber, numberAfter, numberInFile, unnumbered } from './commit-number.js'
import { FileGuard } from './file-guard.js'
import { assertOwnLog } from './log-file.js'
import { keepFilesPrivate } from './private-files.js'
import { codeOf, sqlite } from './result-codes.js'
import { sleepBriefly } from './sleep.js'

export type Connection = InstanceType<typeof DatabaseSync>

/** Longer than any of our own transactions. A waiting writer blocks its worker thread, never the main thread. */
const busyTimeoutMs = 30_000

/** Of each connection to a file: whether the file is still the one that was opened. */
const guards = new WeakMap<Connection, FileGuard>()

const inMemory = ':memory:'
/** Another process may put a file in the place of this one while it is opened. */
const tries = 5

export function openConnection(path: string, timeoutMs = busyTimeoutMs): Connection {
  if (path === inMemory) return openOnce(path, timeoutMs)
  for (let left = tries; ; left--) {
    keepFilesPrivate(path)
    assertOwnLog(path)
    const before = fileIdentity(path)
    const connection = openOnce(path, timeoutMs)
    const guard = new FileGuard(path, () => readHeader(connection).number)
    guards.set(connection, guard)
    if (before === fileIdentity(path)) return connection
    connection.close()
    if (left === 0) guard.assertIs(before)
  }
}

function openOnce(path: string, timeoutMs: number): Connection {
  const connection = new DatabaseSync(path, { timeout: timeoutMs, returnArrays: false })
  return closeOnError(connection, () => prepare(connection, path, timeoutMs))
}

/** Throws if the file was deleted or replaced since it was opened. */
export const assertInPlace = (connection: Connection): void => guards.get(connection)?.assertInPlace()

/** Closes a connection; what its log holds is not written into a file that was put in the place of its own. */
export function closeConnection(connection: Connection): void {
  guards.get(connection)?.protectReplacement()
  connection.close()
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

function prepare(connection: Connection, path: string, timeoutMs: number): void {
  if (path !== inMemory && numberInFile(path) === unnumbered) beginNumbers(connection, path)
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
  let result: Result
  try {
    // A connection with sums has prepared statements anyway, and writes often.
    const before = readHeader(connection, sums !== undefined)
    result = work()
    sums?.flush()
    // A transaction that a full or broken disk has ended fails at COMMIT, with its error.
    if (connection.isTransaction) numberCommit(connection, before, sums !== undefined)
    assertInPlace(connection)
    connection.exec('COMMIT')
  } catch (error) {
    sums?.discard()
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
  // Replaced meanwhile: what was written is lost with the file, so it must not be answered as done.
  assertInPlace(connection)
  return result
}

/**
 * Makes the indexes of a table again, or all indexes. SQLite counts no change for it, but the log that holds it must be
 * recognised as this file's, as any other.
 */
export const reindex = (connection: Connection, table = ''): void =>
  inTransaction(connection, () => {
    connection.exec(`REINDEX ${table}`)
    const { number } = readHeader(connection)
    if (number !== unnumbered) connection.exec(`PRAGMA application_id = ${numberAfter(number)}`)
  })

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

/**
 * Numbers a file that is new, or was written by a version that did not (`commit-number.ts`). Without the log, so that
 * the number is in the file itself before any log is written for it. Where others use the file a later start does it.
 */
function beginNumbers(connection: Connection, path: string): void {
  try {
    connection.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
    const isAlone = statSync(`${path}-wal`, { throwIfNoEntry: false }) === undefined
    if (isAlone && readHeader(connection).number === unnumbered)
      connection.exec(`PRAGMA application_id = ${newCommitNumber()}`)
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    // Every other error will come again with the next statement, and be reported.
    if (codeOf(error) !== undefined) return
    throw error
  }
}

function numberCommit(connection: Connection, before: Header, isPrepared: boolean): void {
  const { changes, schema, number } = readHeader(connection, isPrepared)
  const isChanged = changes !== before.changes || schema !== before.schema
  if (!isChanged || number === unnumbered) return
  connection.exec(`PRAGMA application_id = ${numberAfter(number)}`)
}

interface Header {
  /** Rows changed by this connection. */
  readonly changes: number
  readonly number: number
  readonly schema: number
}

interface HeaderReader {
  /** All that the function holds: with the statement it would keep the connection's files open for ever. */
  readonly noted: { header: Header }
  statement?: ReturnType<Connection['prepare']>
}

const headers = new WeakMap<Connection, HeaderReader>()
const selectHeader = `SELECT ww_note_header(total_changes(), application_id, schema_version)
  FROM pragma_application_id, pragma_schema_version`

/** A prepared statement keeps a closed connection's files open until it is garbage-collected. */
function readHeader(connection: Connection, isPrepared = false): Header {
  let reader = headers.get(connection)
  if (reader === undefined) {
    const noted = { header: { changes: 0, number: unnumbered, schema: 0 } }
    connection.function('ww_note_header', (changes: number, number: number, schema: number) => {
      noted.header = { changes, number, schema }
      return null
    })
    reader = { noted }
    headers.set(connection, reader)
  }
  if (isPrepared) {
    reader.statement ??= connection.prepare(selectHeader)
    reader.statement.get()
  } else connection.exec(selectHeader)
  return reader.noted.header
}
