import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { codeOf, sqlite } from './result-codes.js'

/**
 * Every transaction of ours raises a number in the first page of the database, which so stands in the log too. It begins
 * at random, and a backup gets another: a log that was written for another file, or for this one as it was at another
 * time, is recognised by it. It is kept in the header's field for applications, which SQLite leaves alone:
 * https://www.sqlite.org/fileformat.html#application_id
 */
export const commitNumberAt = 68

/** Of a file that no version has numbered yet. */
export const unnumbered = 0

const numbers = 0x7fffffff

/** 1 to `numbers`, and then 1 again. */
export const numberAfter = (number: number): number => (number % numbers) + 1

/** How many commits lead from one number to the other. */
export const commitsBetween = (from: number, to: number): number => (to - from + numbers) % numbers

export const newCommitNumber = (): number => randomInt(1, numbers + 1)

/** What a backup has in place of its original's number. */
export function numberBytes(): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(newCommitNumber())
  return bytes
}

/**
 * The number in the database file itself, whatever the log says. Read by SQLite, because the operating system drops all
 * locks of a process on a file as soon as any part of the process closes it:
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 * Undefined if the file is not a database, or not there.
 */
export function numberInFile(path: string): number | undefined {
  const url = pathToFileURL(path)
  // Without locks, and without the log.
  url.search = '?immutable=1'
  let number: number | undefined
  let file: InstanceType<typeof DatabaseSync> | undefined
  try {
    file = new DatabaseSync(url, { readOnly: true })
    // While a checkpoint writes a file that grows, and after one that was killed, the first page tells of pages that are
    // not there: SQLite then reads a number only from a database that it may repair.
    file.enableDefensive(false)
    file.exec('PRAGMA writable_schema = ON')
    file.function('ww_note', (found: number) => {
      number = found
      return null
    })
    // A prepared statement would keep the file open until it is garbage-collected.
    file.exec('SELECT ww_note(application_id) FROM pragma_application_id')
  } catch (error) {
    const code = codeOf(error)
    // Whatever else the system refuses says nothing of the file.
    const isNoDatabase = code === sqlite.corrupt || code === sqlite.notDatabase || !existsSync(path)
    if (!isNoDatabase) throw error
  } finally {
    file?.close()
  }
  return number
}
