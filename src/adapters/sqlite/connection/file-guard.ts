import { type BigIntStats, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { StoreUnavailable } from '../../../ports/store/errors.js'
import { identityIn } from '../../system/file-identity.js'
import { commitsBetween, numberInFile, unnumbered } from './commit-number.js'
import { besideFile, hasForeignLog } from './log-file.js'
import { codeOf, sqlite } from './result-codes.js'
import { detachLog } from './set-aside.js'
import { sleepBriefly } from './sleep.js'

export const replacedAdvice =
  'The call is refused, and nothing more is written. Stop every program that uses this store and start them again; "ww restore <backup>" puts a backup in place'

/** So many looks, one after the other, must find the same before a call is refused. */
const agreeingLooks = 4
/** Of a file that is being written while it is looked at: about 0.2 s for a call, about 2 s before the log is detached. */
const looksForCall = 15
const looksForClosing = 150

const writtenOver = 'The database file was written over by another program while it was in use'

/**
 * Notices that the file of an open connection was deleted, replaced or written over, or its log or shared memory. SQLite
 * does not: it goes on writing to files that nobody will find again, or with one file's log into another. It only ever
 * refuses calls; what is odd once is looked at again, since other processes may write the files meanwhile.
 */
export class FileGuard {
  readonly #path: string
  readonly #logPath: string
  readonly #memoryPath: string
  /** The newest commit's number as the connection sees it, log included. */
  readonly #readNewest: () => number
  readonly #opened: BigIntStats | undefined
  /** Both exist while any connection uses the log, and are never replaced then. */
  #log: BigIntStats | undefined
  #memory: BigIntStats | undefined
  /** The file itself when it was last written, and the number it had then; only checkpoints write it. */
  #written: BigIntStats | undefined
  #number: number | undefined
  /** What the cache of the connection has read of the file before does not fit what is there now. */
  #isWrittenOver = false

  /** The connection has read from the file. */
  constructor(path: string, readNewest: () => number) {
    this.#path = path
    this.#logPath = besideFile(path, '-wal')
    this.#memoryPath = besideFile(path, '-shm')
    this.#readNewest = readNewest
    const found = statusOf(path)
    this.#opened = found
    this.#log = statusOf(this.#logPath)
    this.#memory = statusOf(this.#memoryPath)
    this.#written = found
    this.#number = numberInFile(path)
  }

  assertIs(identity: string | undefined): void {
    if (identity !== identityIn(this.#opened))
      throw replaced('The database file was replaced while it was opened', this.#path)
  }

  /** Throws unless the files are the ones that were opened. */
  assertInPlace(): void {
    const { problem } = this.#examine(looksForCall)
    if (problem !== undefined) throw replaced(problem, this.#path)
  }

  /**
   * Before the connection is closed: SQLite would write the log into what was copied over the file. (It leaves alone what
   * was put in the file's place.) A log that fits the
   * file stays where it is, whatever the file looks like: then that loses nothing, and detaching it might.
   */
  protectReplacement(): void {
    try {
      const { problem, isAgreed } = this.#examine(looksForClosing)
      if (problem === writtenOver && isAgreed && isNotOfLog(this.#path)) detachLog(this.#logPath)
    } catch {
      // What cannot be read any more is not written into anything either.
    }
  }

  /** Looks until so many looks agree; a file that does not come to rest is refused for now, and looked at anew next time. */
  #examine(looks: number): { readonly problem?: string; readonly isAgreed: boolean } {
    if (this.#isWrittenOver) return { problem: writtenOver, isAgreed: true }
    let before: Look | undefined
    let agreeing = 0
    for (let left = looks; ; left--) {
      const look = this.#look()
      if (look === undefined) return { isAgreed: true }
      agreeing = isDeepStrictEqual(look, before) ? agreeing + 1 : 1
      const isAgreed = agreeing >= agreeingLooks
      if (isAgreed && look.problem === writtenOver) this.#isWrittenOver = true
      if (isAgreed || left === 0) {
        // Such as too many open files: says nothing of this file.
        if (look.failure !== undefined) throw look.failure
        return { problem: look.problem, isAgreed }
      }
      before = look
      sleepBriefly()
    }
  }

  /** Undefined where all is as it should be. */
  #look(): Look | undefined {
    try {
      return this.#findProblem()
    } catch (failure) {
      return { problem: 'unread', found: '', failure }
    }
  }

  #findProblem(): Look | undefined {
    const found = statusOf(this.#path)
    const odd = (problem: string): Look => ({ problem, found: `${identityIn(found)} ${found?.size}/${found?.mtimeNs}` })
    if (found === undefined) return odd('The database file was deleted while it was in use')
    if (!isSame(found, this.#opened)) return odd('The database file was replaced while it was in use')
    const log = statusOf(this.#logPath)
    const memory = statusOf(this.#memoryPath)
    this.#log ??= log
    this.#memory ??= memory
    if (!isSame(log, this.#log))
      return odd("The database's log (the -wal file) was deleted or replaced while it was in use")
    if (!isSame(memory, this.#memory))
      return odd("The database's shared memory (the -shm file) was deleted or replaced while it was in use")
    if (found.mtimeNs === this.#written?.mtimeNs && found.size === this.#written.size) return undefined
    // A checkpoint may have written a part of the log into the file, or all of it.
    const number = numberInFile(this.#path)
    if (number === undefined || !this.#isOwn(number)) return odd(writtenOver)
    this.#written = found
    this.#number = number
    return undefined
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
    try {
      return commitsBetween(before, number) <= commitsBetween(before, this.#readNewest())
    } catch (error) {
      const code = codeOf(error)
      if (code === sqlite.corrupt || code === sqlite.notDatabase) return false
      throw error
    }
  }
}

interface Look {
  readonly problem: string
  /** What the file was when it was looked at. */
  readonly found: string
  readonly failure?: unknown
}

const statusOf = (path: string): BigIntStats | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })

/** Before and after each call, so that nothing is written out for it (`npm run bench:costs`). */
const isSame = (a: BigIntStats | undefined, b: BigIntStats | undefined): boolean =>
  a?.ino === b?.ino && a?.dev === b?.dev

/** Whether the log surely cannot be applied to the file that is there now. */
const isNotOfLog = (path: string): boolean => numberInFile(path) === undefined || hasForeignLog(path)

const replaced = (what: string, path: string): StoreUnavailable =>
  new StoreUnavailable(`${what}. ${replacedAdvice}`, { cause: new Error(`${path} is not what was opened`) })
