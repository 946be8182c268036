import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { Backups } from './backups.js'
import { type Connection, inTransaction } from './connection.js'
import { countErasures } from './eraser.js'
import { Statements } from './statements.js'

/** Each needs something to be erased during the copying; a bound, so that a bug cannot spin. */
const mostTries = 10

/** Behind the name of a copy that is under way, or was abandoned: whoever erases deletes it. */
const partialEnding = '.partial'
export const partialName = (target: string): string => `${target}.${process.pid}${partialEnding}`
export const isPartial = (path: string): boolean => path.endsWith(partialEnding)

/**
 * A consistent copy while others read and write. VACUUM INTO reads one snapshot, where the backup API starts
 * over whenever another process writes; it also leaves out free pages, and with them what was erased.
 * The target has its name only once it is whole and on the disk.
 */
export function copyDatabase(connection: Connection, path: string, target: string): void {
  const backups = new Backups(connection, path)
  const partial = partialName(target)
  const isNew = !existsSync(target)
  // Known before they exist: who dies meanwhile leaves nothing that nobody would ever erase, and the copy knows itself.
  backups.change({ add: [target, partial] })
  try {
    for (let tries = 1; !copyOnce(connection, backups, partial, target); tries++) {
      if (tries === mostTries) throw new Error(`memories were erased again and again while ${target} was written`)
    }
  } catch (error) {
    // A disk that is full does not get freer by half a copy.
    rmSync(partial, { force: true })
    backups.change({ remove: isNew ? [target, partial] : [partial] })
    throw error
  }
}

/** False when something was erased meanwhile: the copy may hold it. */
function copyOnce(connection: Connection, backups: Backups, partial: string, target: string): boolean {
  const sql = new Statements(connection)
  const erasures = countErasures(sql)
  rmSync(partial, { force: true })
  connection.prepare('VACUUM INTO ?').run(partial)
  if (!existsSync(partial)) return false
  const file = openSync(partial, 'r+')
  fsyncSync(file)
  closeSync(file)
  // Nothing is erased while this lock is held: what was before it shows in the count, what comes after finds the target.
  return inTransaction(connection, () => {
    if (countErasures(sql) !== erasures || !existsSync(partial)) return false
    renameSync(partial, target)
    backups.change({ add: [target], remove: [partial] })
    return true
  })
}
