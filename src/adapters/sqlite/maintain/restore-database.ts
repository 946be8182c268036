import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { WorldWeaverError } from '../../../errors.js'
import { findFileUsers } from '../../system/file-users.js'
import { commitNumberAt, numberBytes } from '../connection/commit-number.js'
import { type Connection, openConnection } from '../connection/connection.js'
import { hasForeignLog } from '../connection/log-file.js'
import { makePrivateFile } from '../connection/private-files.js'
import { syncFolder } from '../connection/set-aside.js'
import { Backups } from '../erase/backups.js'
import { schemaVersion } from '../schema/migrate.js'
import { newestSchema } from '../schema/schema.js'
import { checkWhole } from '../sums/check-steps.js'
import { describeCheck } from '../sums/describe-check.js'
import { isLost } from '../sums/repair-spoilt.js'
import { findDamagedTexts } from './derived-data.js'

interface RestorePlan {
  /** A backup, decrypted. */
  readonly backup: string
  readonly isDryRun: boolean
  /** What `backup` was called before it was decrypted, for the list of files to erase in. */
  readonly source: string
}

export interface RestoredDatabase {
  readonly memories: number
  readonly schema: number
  /** The database that was there before; null if there was none. */
  readonly kept: string | null
}

/** Of every schema there ever was. */
const ourTables = ['memories', 'strengths', 'postings', 'totals', 'changes', 'backups']

/**
 * Puts a backup in the place of a database that nobody else uses. The backup is verified before and after, and the
 * database that was there stays beside it. At every moment one of the two is at the path, whole and on the disk.
 */
export function restoreDatabase(path: string, { backup, source, isDryRun }: RestorePlan): RestoredDatabase {
  const partial = `${path}.restore.${process.pid}.partial`
  const aside = `${path}.before-restore.${new Date().toISOString().replaceAll(':', '-')}.backup`
  try {
    copyBackup(backup, partial, source)
    const verified = verify(partial, source)
    const hasOld = existsSync(path)
    assertUnused(path)
    if (isDryRun) return { ...verified, kept: hasOld ? aside : null }
    listFiles(partial, path, hasOld ? [aside, source] : [source])
    withStoreTaken(path, () => {
      for (const ending of ['-wal', '-shm']) if (existsSync(path + ending)) renameSync(path + ending, aside + ending)
      if (hasOld) keepOld(path, aside)
      renameSync(partial, path)
      syncFolder(dirname(path))
    })
    verify(path, source)
    return { ...verified, kept: hasOld ? aside : null }
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(partial + ending, { force: true })
  }
}

/** By SQLite, which folds a log of its own into the copy, without a byte of the backup changed. */
function copyBackup(backup: string, partial: string, source: string): void {
  rmSync(partial, { force: true })
  makePrivateFile(partial)
  let copied: Connection | undefined
  try {
    copied = openToRead(backup)
    copied.exec(`VACUUM INTO '${partial.replaceAll("'", "''")}'`)
  } catch (cause) {
    throw refused(`${source} is not a backup that can be read: ${(cause as Error).message}`, cause)
  } finally {
    copied?.close()
  }
  const file = openSync(partial, 'r+')
  try {
    // The log that running processes may still have is none of this file's.
    writeSync(file, numberBytes(), 0, 4, commitNumberAt)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function openToRead(path: string): Connection {
  if (hasForeignLog(path)) throw refused(`the log beside ${path} belongs to another file`)
  const url = pathToFileURL(path)
  if (!((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)) url.search = '?immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}

function verify(path: string, source: string): Pick<RestoredDatabase, 'memories' | 'schema'> {
  const connection = openToRead(path)
  try {
    const schema = schemaVersion(connection)
    const tables = connection.prepare(
      `SELECT count(*) AS n FROM sqlite_schema WHERE name IN (${ourTables.map((name) => `'${name}'`)})`,
    )
    // First: other programs number their schemas, too.
    if (schema === 0 || (tables.get() as { n: number }).n !== ourTables.length)
      throw refused(`${source} is no backup of World Weaver`)
    if (schema > newestSchema)
      throw refused(
        `${source} has schema ${schema}, this World Weaver knows ${newestSchema}: npm install -g world-weaver@latest`,
      )
    const [found] = Object.values(connection.prepare('PRAGMA integrity_check(1)').get() as Record<string, string>)
    if (found !== 'ok') throw refused(`${source} is damaged: ${found}`)
    const [text] = schema === newestSchema ? findDamagedTexts(connection) : []
    if (text !== undefined) throw refused(`${source} is damaged: the text of ${text} is not what was stored`)
    const [rows] = schema === newestSchema ? findLost(connection) : []
    if (rows !== undefined) throw refused(`${source} is damaged: ${rows}`)
    const { n } = connection.prepare('SELECT count(*) AS n FROM memories').get() as { n: number }
    return { memories: n, schema }
  } finally {
    connection.close()
  }
}

/** What the memories tell is made again when the store is used. */
function findLost(connection: Connection): string[] {
  const { parts } = checkWhole(connection)
  return describeCheck({ parts: parts.filter(isLost), unsound: [], derived: [] })
}

/** What is forgotten later goes from the kept database and from the backup, too. */
function listFiles(partial: string, path: string, files: readonly string[]): void {
  const connection = openConnection(partial)
  try {
    new Backups(connection, path).change({ add: files })
    connection.exec('PRAGMA journal_mode = DELETE')
  } finally {
    connection.close()
  }
}

/** Whoever uses the database would go on with the old one. */
function assertUnused(path: string): void {
  const users = findFileUsers([path, `${path}-wal`, `${path}-shm`])
  if (users.length > 0) throw inUse(users.map(({ pid, program }) => `${program ?? 'process'} (${pid})`).join(', '))
}

const inUse = (who: string, cause?: unknown): WorldWeaverError =>
  refused(`The store is in use. End what uses it and try again: ${who}. Nothing was changed`, cause)

/** Folds the log of the old database into it, and keeps others out meanwhile: SQLite allows that only to one process. */
function withStoreTaken(path: string, work: () => void): void {
  const old = existsSync(path) && !hasForeignLog(path) ? takeStore(path) : undefined
  try {
    // Windows renames no file that is open.
    if (process.platform === 'win32') old?.close()
    work()
  } finally {
    if (old?.isOpen) old.close()
  }
}

/** Undefined for a database that is damaged: there is nothing to fold. */
function takeStore(path: string): Connection | undefined {
  let taken: Connection | undefined
  try {
    taken = openConnection(path, 2_000)
    taken.exec('PRAGMA journal_mode = DELETE')
    if (existsSync(`${path}-wal`)) throw inUse('another program')
    taken.exec('BEGIN EXCLUSIVE')
    return taken
  } catch (error) {
    taken?.close()
    const code = error instanceof Error && 'errcode' in error ? (error.errcode as number) & 0xff : undefined
    if (code === 5) throw inUse('another program', error)
    if (code !== undefined) return undefined
    throw error
  }
}

/** A second name first: the path is never without a file, which a program that starts now would make anew, empty. */
function keepOld(path: string, aside: string): void {
  try {
    linkSync(path, aside)
  } catch {
    // Not every file system has second names.
    renameSync(path, aside)
  }
}

const refused = (message: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError('validation_error', message, { cause })
