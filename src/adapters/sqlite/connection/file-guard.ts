import { statSync } from 'node:fs'
import { StoreUnavailable } from '../../../ports/store/errors.js'
import { commitsBetween, numberInFile, unnumbered } from './commit-number.js'
import { hasForeignLog, mayHoldPartOfLog } from './log-file.js'
import { takeLog } from './set-aside.js'

export const replacedAdvice =
  'The call is refused, and nothing more is written. Stop every program that uses this store and start them again; "ww restore <backup>" puts a backup in place'

/**
 * Notices that the file of an open connection was deleted, replaced or written over, or its log or shared memory. SQLite
 * does not: it goes on writing to files that nobody will find again, or with one file's log into another.
 */
export class FileGuard {
  readonly #path: string
  readonly #readSeen: () => Seen
  readonly #opened: string | undefined
  /** Both exist while any connection uses the log, and are never replaced then. */
  #log: string | undefined
  #memory: string | undefined
  /** When the file itself was last written, and the number it had then; only checkpoints write it. */
  #written: string | undefined
  #number: number | undefined
  /** Whether a checkpoint may have been writing the file then: it goes on without another number, or without any. */
  #mayBeHalfWritten: boolean
  #others: number
  #problem: string | undefined

  /** The connection has read from the file. */
  constructor(path: string, readSeen: () => Seen) {
    this.#path = path
    this.#readSeen = readSeen
    const found = statusOf(path)
    this.#opened = found?.identity
    this.#log = statusOf(`${path}-wal`)?.identity
    this.#memory = statusOf(`${path}-shm`)?.identity
    this.#written = found?.written
    this.#number = numberInFile(path)
    this.#mayBeHalfWritten = this.#mayBeHalf(this.#number)
    this.#others = readSeen().others
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
    this.#log ??= statusOf(`${this.#path}-wal`)?.identity
    this.#memory ??= statusOf(`${this.#path}-shm`)?.identity
    if (statusOf(`${this.#path}-wal`)?.identity !== this.#log)
      return "The database's log (the -wal file) was deleted or replaced while it was in use"
    if (statusOf(`${this.#path}-shm`)?.identity !== this.#memory)
      return "The database's shared memory (the -shm file) was deleted or replaced while it was in use"
    if (found.written === this.#written) return undefined
    return this.#findOverwriting(found.written)
  }

  /** A checkpoint may have written a part of the log into the file, or all of it. */
  #findOverwriting(written: string): string | undefined {
    const number = numberInFile(this.#path)
    // Asked of the connection only if the file is one of ours: it may not be able to read another.
    const seen = this.#isNumberedAlike(number) ? this.#readSeen() : undefined
    if (number !== undefined && seen !== undefined && this.#isOwn(number, seen)) {
      this.#written = written
      this.#mayBeHalfWritten = number === this.#number || this.#mayBeHalf(number)
      this.#number = number
      this.#others = seen.others
      return undefined
    }
    // The path stays the same file for SQLite: closing would still write the log into it.
    takeLog(`${this.#path}-wal`, hasForeignLog(this.#path))
    this.#problem = 'The database file was written over by another program while it was in use'
    return this.#problem
  }

  /** This connection writes its log into the file, as far as others let it. */
  expectCheckpoint(): void {
    this.#mayBeHalfWritten = true
  }

  #mayBeHalf(number: number | undefined): boolean {
    if (number === undefined || number === unnumbered) return false
    return mayHoldPartOfLog(this.#path, number) || statusOf(this.#path)?.written !== this.#written
  }

  #isNumberedAlike(number: number | undefined): boolean {
    return number !== undefined && (number === unnumbered) === ((this.#number ?? number) === unnumbered)
  }

  #isOwn(number: number, { number: newest, others }: Seen): boolean {
    const before = this.#number
    // Never numbered, or another program was writing it when it was opened.
    if (before === undefined || before === unnumbered) return true
    // Every commit of ours has a number. Those of other programs have none, so only where there was none at all, and no
    // checkpoint, has somebody put the same bytes back: what was answered since is in the log, for the next start.
    if (number === before)
      return this.#mayBeHalfWritten || others !== this.#others || mayHoldPartOfLog(this.#path, number)
    return commitsBetween(before, number) <= commitsBetween(before, newest)
  }
}

/** What the connection sees, log included. */
interface Seen {
  /** The newest commit's number. */
  readonly number: number
  /** Another one after each commit of another connection. */
  readonly others: number
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
