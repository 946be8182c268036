import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { StoreUnavailable } from '../../../ports/store/errors.js'
import { commitNumberAt, commitsBetween, numberInFile, unnumbered } from './commit-number.js'
import { sleepBriefly } from './sleep.js'

/** https://www.sqlite.org/fileformat.html#walformat */
const headerBytes = 32
const frameHeaderBytes = 24
const magics = [0x377f0682, 0x377f0683]

/** The commit numbers in a log: in the first and in the last image that it has of the database's first page. */
interface LoggedNumbers {
  readonly first: number
  readonly last: number
  /** Others whenever a log is begun anew in the same file. */
  readonly salts: string
}

/** A log that SQLite must not apply: it was written for another database. */
class ForeignLog extends StoreUnavailable {
  constructor(path: string, isFileMissing: boolean) {
    super(
      `${
        isFileMissing
          ? 'The database file is gone, but its log is still there'
          : 'The log beside the database belongs to another file: the database was replaced without its log'
      }. Nothing was read or written. Stop every program that uses it; then "ww doctor --fix" sets the log aside, or "ww restore <backup>" puts a backup in place`,
      { cause: new Error(`${path}-wal was not written for ${path}`) },
    )
  }
}

/** SQLite puts the log beside the file itself, where the path is a symbolic link to it. */
export function besideFile(path: string, ending: '-wal' | '-shm'): string {
  try {
    return realpathSync(path) + ending
  } catch {
    return path + ending
  }
}

/** A log and a file are read one after the other, while other processes may write both. */
const tries = 4

/**
 * Throws if the log beside a database was written for another one, as a file that was copied over by hand finds it. It
 * would be applied without a word: SQLite has no way to tell.
 */
export function assertOwnLog(path: string): void {
  for (let left = tries; isForeign(path); left--) {
    if (left === 0) throw new ForeignLog(path, isMissing(path))
    sleepBriefly()
  }
}

/** Whether a log is there that must not be applied; for a check that changes nothing. */
export function hasForeignLog(path: string): boolean {
  // A file may stand where the folder should be, which is more than an absent log to `stat`.
  if (!existsSync(besideFile(path, '-wal'))) return false
  try {
    assertOwnLog(path)
    return false
  } catch (error) {
    if (error instanceof ForeignLog) return true
    throw error
  }
}

function isForeign(path: string): boolean {
  const log = besideFile(path, '-wal')
  const glance = readNumbers(log)
  if (glance === undefined || !isOther(path, glance)) return false
  const logged = readNumbers(log, true)
  // Between two readings others may have written both: then the first tells of a log that is no more.
  return logged !== undefined && isOther(path, logged) && isDeepStrictEqual(readNumbers(log, true), logged)
}

const isOther = (path: string, logged: LoggedNumbers): boolean =>
  isMissing(path) || isOfAnother(logged, numberInFile(path))

function isOfAnother(logged: LoggedNumbers, own: number | undefined): boolean {
  // Damaged beyond that: SQLite says so.
  if (own === undefined) return false
  // Written by versions that did not number commits, or by other programs.
  if (own === unnumbered || logged.first === unnumbered) return own !== logged.first
  // As the file was before the log's first commit, or after any of them: what a checkpoint has copied is newer.
  const sinceBase = commitsBetween(logged.first, own)
  return commitsBetween(own, logged.first) > 1 && sinceBase > commitsBetween(logged.first, logged.last)
}

const isMissing = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0

/**
 * Undefined where nothing in the log says what it was written for. Reads little of it; `isWhole` reads it all, and tells
 * the last number that SQLite would apply from one that a killed commit left behind the end.
 */
function readNumbers(path: string, isWhole = false): LoggedNumbers | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= headerBytes + frameHeaderBytes) return undefined
  // No locks are held on the log, so it may be opened and closed here.
  const file = openSync(path, 'r')
  try {
    const header = readAt(file, 0, headerBytes)
    if (header === undefined || !magics.includes(header.readUInt32BE(0))) return undefined
    return isWhole ? numbersInAll(file, header) : numbersAtEnds(file, header, size)
  } finally {
    closeSync(file)
  }
}

function numbersInAll(file: number, header: Buffer): LoggedNumbers | undefined {
  let found: LoggedNumbers | undefined
  for (const { page, number } of framesIn(file, header))
    if (page === 1) found = { first: found?.first ?? number, last: number, salts: saltsOf(header) }
  return found
}

function numbersAtEnds(file: number, header: Buffer, size: number): LoggedNumbers | undefined {
  let at = 0
  let first: number | undefined
  for (const { page, number } of framesIn(file, header)) {
    first = page === 1 ? number : undefined
    if (first !== undefined) break
    at++
  }
  if (first === undefined) return undefined
  const salts = saltsOf(header)
  const frameBytes = frameBytesOf(header)
  const frames = Math.floor((size - headerBytes) / frameBytes)
  /** The page's number, undefined behind the log's end: what follows is left from an earlier log. */
  const pageOf = (frame: number): number | undefined => {
    const found = readAt(file, headerBytes + frame * frameBytes, frameHeaderBytes)
    return found !== undefined && saltsOf(found, 8) === salts ? found.readUInt32BE(0) : undefined
  }
  const numberIn = (frame: number): number =>
    readAt(file, headerBytes + frame * frameBytes + frameHeaderBytes + commitNumberAt, 4)?.readInt32BE(0) ?? unnumbered
  // The frames of one log lie in one row, so its end is found by halving.
  let [end, beyond] = [at, frames]
  while (beyond - end > 1) {
    const middle = (end + beyond) >> 1
    if (pageOf(middle) === undefined) beyond = middle
    else end = middle
  }
  for (; end > at; end--) {
    if (pageOf(end) !== 1) continue
    const last = numberIn(end)
    // Otherwise what a crash left is garbled there, and SQLite will not apply it.
    if (commitsBetween(first, last) <= frames) return { first, last, salts }
  }
  return { first, last: first, salts }
}

interface Frame {
  readonly page: number
  /** The commit number, if it is the first page. */
  readonly number: number
}

/** From the first frame that is not whole, SQLite applies nothing. */
function* framesIn(file: number, header: Buffer): Generator<Frame> {
  const sums = new Checksum(header)
  const frameBytes = frameBytesOf(header)
  for (let at = headerBytes; ; at += frameBytes) {
    const bytes = readAt(file, at, frameBytes)
    if (bytes === undefined || saltsOf(bytes, 8) !== saltsOf(header) || !sums.holdsFor(bytes)) return
    yield { page: bytes.readUInt32BE(0), number: bytes.readInt32BE(frameHeaderBytes + commitNumberAt) }
  }
}

const frameBytesOf = (header: Buffer): number => frameHeaderBytes + header.readUInt32BE(8)

const saltsOf = (bytes: Buffer, at = 16): string => bytes.toString('hex', at, at + 8)

/** https://www.sqlite.org/fileformat.html#checksum_algorithm: each frame's sum goes on from the one before it. */
class Checksum {
  readonly #isBigEndian: boolean
  #a: number
  #b: number

  constructor(header: Buffer) {
    this.#isBigEndian = (header.readUInt32BE(0) & 1) === 1
    this.#a = header.readUInt32BE(24)
    this.#b = header.readUInt32BE(28)
  }

  holdsFor(frame: Buffer): boolean {
    this.#add(frame.subarray(0, 8))
    this.#add(frame.subarray(frameHeaderBytes))
    return frame.readUInt32BE(16) === this.#a && frame.readUInt32BE(20) === this.#b
  }

  #add(bytes: Buffer): void {
    const word = (at: number) => (this.#isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
    for (let at = 0; at < bytes.length; at += 8) {
      this.#a = (this.#a + word(at) + this.#b) >>> 0
      this.#b = (this.#b + word(at + 4) + this.#a) >>> 0
    }
  }
}

function readAt(file: number, position: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined
}
