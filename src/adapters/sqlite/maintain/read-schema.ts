import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'

/** https://www.sqlite.org/fileformat.html: the user version is the big-endian integer at byte 60. */
const userVersionAt = 60

/**
 * The schema of a database file; undefined if there is none. Opened as a database only where a log holds what may be
 * newer than the file, since opening it makes files beside it.
 */
export function readSchema(path: string): number | undefined {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return readThroughLog(path)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const bytes = Buffer.alloc(4)
    return readSync(file, bytes, 0, 4, userVersionAt) === 4 ? bytes.readUInt32BE(0) : undefined
  } finally {
    closeSync(file)
  }
}

function readThroughLog(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const row = database.prepare('PRAGMA user_version').get() as { user_version: number }
    return row.user_version
  } finally {
    database.close()
  }
}
