import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import type { Connection } from './connection.js'

/**
 * A consistent copy while others read and write. VACUUM INTO reads one snapshot, where the backup API starts
 * over whenever another process writes; it also leaves out free pages, and with them what was erased.
 * The target has its name only once it is whole and on the disk.
 */
export function copyDatabase(connection: Connection, target: string): void {
  const partial = `${target}.${process.pid}.partial`
  rmSync(partial, { force: true })
  try {
    connection.prepare('VACUUM INTO ?').run(partial)
    const file = openSync(partial, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(partial, target)
  } catch (error) {
    // A disk that is full does not get freer by half a copy.
    rmSync(partial, { force: true })
    throw error
  }
}
