import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { commitNumberAt, numberBytes } from '../connection/commit-number.js'
import { type Connection, inTransaction } from '../connection/connection.js'
import { makePrivateFile } from '../connection/private-files.js'
import { syncFolder } from '../connection/set-aside.js'
import { Statements } from '../connection/statements.js'
import { Backups } from './backups.js'
import { countErasures } from './eraser.js'

/** A retry happens only when something is erased during the copy; the bound keeps a bug from looping. */
const maxTries = 10

/** Suffix of a copy that is unfinished or was abandoned; an erasure deletes it. */
const partialEnding = '.partial'
export const partialName = (target: string): string => `${target}.${process.pid}${partialEnding}`
export const isPartial = (path: string): boolean => path.endsWith(partialEnding)

/**
 * Makes a consistent copy while other processes read and write. VACUUM INTO reads one snapshot, where the backup API
 * starts over whenever another process writes; it also leaves out free pages, which may hold erased data. The copy gets
 * its final name once it is complete and on the disk.
 */
export function copyDatabase(connection: Connection, path: string, target: string): void {
  const backups = new Backups(connection, path)
  const partial = partialName(target)
  const isNew = !existsSync(target)
  // Recorded before they exist: a killed process leaves no unknown copy behind, and the copy's own list includes it.
  backups.change({ add: [target, partial] })
  try {
    for (let tries = 1; !copyOnce(connection, backups, partial, target); tries++) {
      if (tries === maxTries) throw new Error(`memories were erased again and again while ${target} was written`)
    }
  } catch (error) {
    // Half a copy would only fill the disk.
    rmSync(partial, { force: true })
    backups.change({ remove: isNew ? [target, partial] : [partial] })
    throw error
  }
}

/** Returns false when something was erased meanwhile, which the copy may hold. */
function copyOnce(connection: Connection, backups: Backups, partial: string, target: string): boolean {
  const sql = new Statements(connection)
  const erasures = countErasures(sql)
  rmSync(partial, { force: true })
  // An empty file is written by VACUUM INTO, and keeps its mode.
  makePrivateFile(partial)
  connection.prepare('VACUUM INTO ?').run(partial)
  if (!existsSync(partial)) return false
  const file = openSync(partial, 'r+')
  // The log of the original is none of this file's.
  writeSync(file, numberBytes(), 0, 4, commitNumberAt)
  fsyncSync(file)
  closeSync(file)
  // No erasure can run while this lock is held: an earlier one shows in the count, a later one finds the target.
  return inTransaction(connection, () => {
    if (countErasures(sql) !== erasures || !existsSync(partial)) return false
    renameSync(partial, target)
    syncFolder(dirname(target))
    backups.change({ add: [target], remove: [partial] })
    return true
  })
}
