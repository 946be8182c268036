import { statSync } from 'node:fs'
import { StoreUnavailable } from '../../../ports/store/errors.js'
import { commitsBetween, numberInFile, unnumbered } from './commit-number.js'
import { besideFile, hasForeignLog } from './log-file.js'
import { takeLog } from './set-aside.js'

export const replacedAdvice =
  'The call is refused, and nothing more is written. Stop every program that uses this store and start them again; "ww restore <backup>" puts a backup in place'

/**
 * Notices that the file of an open connection was deleted, replaced or written over, or its log or shared memory. SQLite
 * does not: it goes on writing to files that nobody will find again, or with one file's log into another.
 */
export class FileGuard {
  readonly #path: string
  readonly #logPath: string
  readonly #memoryPath: string
  /** The newest commit's number as the connection sees it, log included. */
  readonly #readNewest: () => number
  readonly #opened: string | undefined
  /** Both exist while any connection uses the log, and are never replaced then. */
  #log: string | undefined
  #memory: string | undefined
  /** When the file itself was last written, and the number it had then; only checkpoints write it. */
  #written: string | undefined
  #number: number | undefined
  #problem: string | undefined

  /** The connection has read from the file. */
  constructor(path: string, readNewest: () => number) {
    this.#path = path
    this.#logPath = besideFile(path, '-wal')
    this.#memoryPath = besideFile(path, '-shm')
    this.#readNewest = readNewest
    const found = statusOf(path)
    this.#opened = found?.identity
    this.#log = statusOf(this.#logPath)?.identity
    this.#memory = statusOf(this.#memoryPath)?.identity
    this.#written = found?.written
    this.#number = numberInFile(path)
  }

  static identityOf(path: string): string | undefined {
    return statusOf(path)?.identity
  }

  assertIs(identity: string | undefined): void {
    if (identity !== this.#opened) throw replaced('The database file was replaced while it was opened', this.#path)
  }

  assertInPlace(): void {
    const problem = this.#problem ?? this.#findProblem()
    if (problem !== undefined) throw replaced(problem, this.#path)
  }

  /** Before the connection is closed: SQLite would write the log into what was copied over the file. */
  protectReplacement(): void {
    try {
      this.#problem ??= this.#findProblem()
    } catch {
      // What cannot be read any more is not written into anything either.
    }
  }

  #findProblem(): string | undefined {
    const found = statusOf(this.#path)
    if (found === undefined) return 'The database file was deleted while it was in use'
    if (found.identity !== this.#opened) return 'The database file was replaced while it was in use'
    const log = statusOf(this.#logPath)?.identity
    const memory = statusOf(this.#memoryPath)?.identity
    this.#log ??= log
    this.#memory ??= memory
    if (log !== this.#log) return "The database's log (the -wal file) was deleted or replaced while it was in use"
    if (memory !== this.#memory)
      return "The database's shared memory (the -shm file) was deleted or replaced while it was in use"
    if (found.written === this.#written) return undefined
    return this.#findOverwriting(found.written)
  }

  /** A checkpoint may have written a part of the log into the file, or all of it. */
  #findOverwriting(written: string): string | undefined {
    const number = numberInFile(this.#path)
    if (number !== undefined && this.#isOwn(number)) {
      this.#written = written
      this.#number = number
      return undefined
    }
    // The path stays the same file for SQLite: closing would still write the log into it.
    takeLog(this.#logPath, hasForeignLog(this.#path))
    this.#problem = 'The database file was written over by another program while it was in use'
    return this.#problem
  }

  /**
   * A checkpoint leaves the number as it was, or brings one of a later commit. The same number is the same file, whatever
   * its time: as long as the first page, which every commit changes, is not copied, the log has the rest.
   */
  #isOwn(number: number): boolean {
    const before = this.#number
    if (number === before || before === undefined) return true
    if (number === unnumbered || before === unnumbered) return false
    // Asked last: the connection may not be able to read another file.
    return commitsBetween(before, number) <= commitsBetween(before, this.#readNewest())
  }
}

interface Status {
  readonly identity: string
  readonly written: string
}

function statusOf(path: string): Status | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return undefined
  const { dev, ino, size, mtimeNs } = found
  return { identity: `${dev}/${ino}`, written: `${size}/${mtimeNs}` }
}

const replaced = (what: string, path: string): StoreUnavailable =>
  new StoreUnavailable(`${what}. ${replacedAdvice}`, { cause: new Error(`${path} is not what was opened`) })
