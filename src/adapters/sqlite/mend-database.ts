import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Connection, openConnection } from './connection.js'
import { copyDatabase } from './copy-database.js'
import { findDamagedTexts, findDisagreements, rebuildDerived } from './derived-parts.js'
import { schemaVersion } from './migrate.js'
import { newestSchema } from './schema.js'
import { isSound } from './sound.js'

export interface Mended {
  /** What was done, or would be. */
  readonly done: readonly string[]
  /** What cannot be mended here, and what to do about it. */
  readonly left: readonly string[]
  /** A copy of the database as it was. */
  readonly backup: string | null
}

interface MendOptions {
  readonly isDryRun: boolean
  /** Puts the newest sound backup in the place of a database that cannot be mended. Only when asked for. */
  readonly restores: boolean
}

/** Mends what can be made anew from the memories, after a backup; a database that is beyond that is only restored. */
export function mendDatabase(path: string, { isDryRun, restores }: MendOptions): Mended {
  let connection: Connection | undefined
  try {
    connection = openConnection(path)
    // A newer program's file is none of ours; an older one's is brought up by the next start.
    if (schemaVersion(connection) !== newestSchema) return { done: [], left: [], backup: null }
    return mendReadable(connection, path, isDryRun)
  } catch (error) {
    connection?.close()
    connection = undefined
    const reason = error instanceof Error ? error.message : String(error)
    return restores ? restore(path, isDryRun, reason) : offerRestore(path, reason)
  } finally {
    connection?.close()
  }
}

function mendReadable(connection: Connection, path: string, isDryRun: boolean): Mended {
  const disagreements = isSound(connection) ? findDisagreements(connection) : ['indexes that SQLite finds unsound']
  const texts = findDamagedTexts(connection)
  const left = texts.map((id) => `The text of ${id} is damaged; a backup may have it.`)
  const done = disagreements.map((each) => `made anew: ${each}`)
  if (disagreements.length === 0 || isDryRun) return { done, left, backup: null }
  const backup = `${path}.before-fix.${stamp()}.backup`
  copyDatabase(connection, path, backup)
  rebuildDerived(connection)
  // Throws where pages of the memories themselves are damaged: that takes a backup.
  if (!isSound(connection)) throw new Error('the database is still unsound')
  return { done, left, backup }
}

function offerRestore(path: string, reason: string): Mended {
  const newest = newestBackup(path)
  const what =
    newest === undefined
      ? `There is no backup beside it; put one in the place of ${path}, or move it away to begin anew.`
      : `"ww doctor --fix --restore" puts back ${basename(newest)} of ${timeOf(newest)}; what was written since is then only in the damaged file.`
  return { done: [], left: [`The database cannot be mended (${reason}). ${what}`], backup: null }
}

/** The damaged files stay, under another name. */
function restore(path: string, isDryRun: boolean, reason: string): Mended {
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

/** The newest copy beside the database that is sound. */
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
      return schemaVersion(connection) > 0 && isSound(connection)
    } finally {
      connection.close()
    }
  } catch {
    return false
  }
}

const stamp = (): string => new Date().toISOString().replaceAll(':', '-')
const timeOf = (path: string): string => statSync(path).mtime.toISOString()
