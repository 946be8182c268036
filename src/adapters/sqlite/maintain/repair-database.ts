import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { messageOf } from '../../../errors.js'
import { findFileUsers } from '../../system/file-users.js'
import { type Connection, inTransaction, openConnection } from '../connection/connection.js'
import { passesIntegrityCheck } from '../connection/integrity-check.js'
import { hasForeignLog } from '../connection/log-file.js'
import { setAside } from '../connection/set-aside.js'
import { copyDatabase } from '../erase/copy-database.js'
import { schemaVersion } from '../schema/migrate.js'
import { newestSchema } from '../schema/schema.js'
import { checkWhole } from '../sums/check-steps.js'
import { describeCheck } from '../sums/describe-check.js'
import { rebuildSums } from '../sums/rebuild-sums.js'
import { repairSpoilt } from '../sums/repair-spoilt.js'
import { findDamagedTexts, findInconsistencies, rebuildDerived } from './derived-data.js'

export interface RepairedDatabase {
  /** What was done, or would be in a dry run. */
  readonly done: readonly string[]
  /** What could not be repaired, and what to do about it. */
  readonly left: readonly string[]
  /** A copy of the database as it was before. */
  readonly backup: string | null
}

interface RepairOptions {
  readonly isDryRun: boolean
  /** Restores the newest sound backup where the database cannot be repaired. */
  readonly restores: boolean
}

/** Makes a backup and rebuilds derived data from the memories; a database damaged beyond that can only be restored. */
export function repairDatabase(path: string, { isDryRun, restores }: RepairOptions): RepairedDatabase {
  if (hasForeignLog(path)) return setForeignLogAside(path, isDryRun)
  let connection: Connection | undefined
  try {
    connection = openConnection(path)
    // A file of a newer program is left alone; one of an older program is upgraded by the next start.
    if (schemaVersion(connection) !== newestSchema) return { done: [], left: [], backup: null }
    return repairReadable(connection, path, isDryRun)
  } catch (error) {
    connection?.close()
    connection = undefined
    const reason = messageOf(error)
    return restores ? restore(path, isDryRun, reason) : offerRestore(path, reason)
  } finally {
    connection?.close()
  }
}

/** The log of another file would be applied to this one. */
function setForeignLogAside(path: string, isDryRun: boolean): RepairedDatabase {
  const log = `${path}-wal`
  const users = findFileUsers([path, log])
  if (users.length > 0) {
    const running = users.map(({ pid, program }) => `${program ?? 'process'} (${pid})`).join(', ')
    return { done: [], left: [`The log belongs to another file, and is in use: end ${running}.`], backup: null }
  }
  const aside = isDryRun ? log : setAside(log)
  if (!isDryRun) rmSync(`${path}-shm`, { force: true })
  const done = [`set aside: ${basename(aside ?? log)}, which belongs to another file`]
  return { done, left: [], backup: null }
}

function repairReadable(connection: Connection, path: string, isDryRun: boolean): RepairedDatabase {
  const isReadable = passesIntegrityCheck(connection)
  const spoilt = checkWhole(connection)
  const inconsistencies = [
    ...(isReadable ? findInconsistencies(connection) : ['indexes that SQLite finds unsound']),
    ...describeCheck(spoilt),
  ]
  const texts = findDamagedTexts(connection)
  const left = texts.map((id) => `The text of ${id} is damaged; a backup may have it.`)
  const done = inconsistencies.map((each) => `rebuilt: ${each}`)
  if (inconsistencies.length === 0 || isDryRun) return { done, left, backup: null }
  const backup = `${path}.before-fix.${stamp()}.backup`
  copyDatabase(connection, path, backup)
  if (isReadable) repairSpoilt(connection, spoilt)
  rebuildDerived(connection)
  // What is still not what was written cannot be made again: it is taken as it is from now on, and said.
  const kept = describeCheck(checkWhole(connection))
  if (kept.length > 0) inTransaction(connection, () => rebuildSums(connection))
  left.push(
    ...kept.map(
      (each) =>
        `Kept as it is now: ${each}; ${basename(backup)} is the file as it was, an older backup may have them right.`,
    ),
  )
  // Fails where pages of the memories themselves are damaged: only a backup helps then.
  if (!passesIntegrityCheck(connection)) throw new Error('the database is still unsound')
  return { done, left, backup }
}

function offerRestore(path: string, reason: string): RepairedDatabase {
  const newest = newestBackup(path)
  const what =
    newest === undefined
      ? `There is no backup in its folder; put one in the place of ${path}, or move it away to start with an empty database.`
      : `"ww doctor --fix --restore" puts back ${basename(newest)} of ${timeOf(newest)}; what was written since is then only in the damaged file.`
  return { done: [], left: [`The database cannot be repaired (${reason}). ${what}`], backup: null }
}

/** The damaged files stay, under another name. */
function restore(path: string, isDryRun: boolean, reason: string): RepairedDatabase {
  const newest = newestBackup(path)
  if (newest === undefined) return offerRestore(path, reason)
  const aside = `${path}.damaged-${stamp()}`
  const done = [`put back: ${basename(newest)} of ${timeOf(newest)}; the damaged file is now ${basename(aside)}`]
  if (isDryRun) return { done, left: [], backup: null }
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(`${path}${ending}`)) renameSync(`${path}${ending}`, `${aside}${ending}`)
  }
  const source = openConnection(newest)
  try {
    source.prepare('VACUUM INTO ?').run(path)
  } finally {
    source.close()
  }
  return { done, left: [], backup: aside }
}

/** The newest sound copy in the database's folder. */
function newestBackup(path: string): string | undefined {
  const folder = dirname(path)
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith('.backup'))
    .map((name) => join(folder, name))
  return copies.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs).find(isSoundFile)
}

function isSoundFile(path: string): boolean {
  try {
    const connection = openConnection(path)
    try {
      return schemaVersion(connection) > 0 && passesIntegrityCheck(connection)
    } finally {
      connection.close()
    }
  } catch {
    return false
  }
}

const stamp = (): string => new Date().toISOString().replaceAll(':', '-')
const timeOf = (path: string): string => statSync(path).mtime.toISOString()
