import { closeSync, openSync, readSync } from 'node:fs'

/** https://www.sqlite.org/fileformat.html: the user version is the big-endian integer at byte 60. */
const userVersionAt = 60

/** The schema of a database file, without opening it as one: that would make files beside it. Undefined if there is none. */
export function readSchema(path: string): number | undefined {
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
