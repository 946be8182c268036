import { StoreUnavailable } from '../../../ports/store/errors.js'
import { codeOf } from './result-codes.js'

const rights =
  'The database files cannot be opened or written. The user that runs World Weaver needs read and write permission for its data directory'
const full = 'The disk is full, and nothing was written. Free some space and try again'
const damaged = 'The database file is damaged. Stop every program that uses it and run "ww doctor --fix"'

/** `found` goes to the log only. */
export const damagedStore = (found: string): StoreUnavailable =>
  new StoreUnavailable(damaged, { cause: new Error(found) })

/** For a reader with a deadline. */
export const outOfTime = (): StoreUnavailable => new StoreUnavailable('The database could not be read in time')

/** By SQLite's result codes: https://www.sqlite.org/rescode.html. Other codes are bugs of ours. */
const advice: Readonly<Record<number, string>> = {
  3: rights,
  5: 'Another program holds a lock on the database, and nothing was written. Try again, or stop that program',
  8: rights,
  10: 'The disk cannot read or write the database files. Check the disk, and whether it is full',
  11: damaged,
  13: full,
  14: rights,
  23: rights,
  26: damaged,
}

/** Adds advice to errors that the owner can do something about. `isSound` checks the whole file. */
export function toStoreError(error: unknown, isSound?: () => boolean): unknown {
  const message = advice[codeOf(error) ?? -1] ?? systemAdvice(error) ?? contentAdvice(error, isSound)
  return message === undefined ? error : new StoreUnavailable(message, { cause: error })
}

/** For errors of the operating system: when a file is looked at, or, as a cause, when the folder is created. */
function systemAdvice(error: unknown): string | undefined {
  for (const each of [error, error instanceof Error ? error.cause : undefined]) {
    if (each instanceof Error && 'syscall' in each) return 'code' in each && each.code === 'ENOSPC' ? full : rights
  }
  return undefined
}

/**
 * An engine parses only what it wrote itself, so a value that does not parse means a damaged file. An error without a
 * code (the package leaves it out for statements with many rows) may be damage or a bug: the whole file is checked.
 */
function contentAdvice(error: unknown, isSound?: () => boolean): string | undefined {
  if (error instanceof SyntaxError || error instanceof RangeError) return damaged
  const isUnknown = error instanceof TypeError || (error instanceof Error && error.name === 'Error')
  return isUnknown && isSound?.() === false ? damaged : undefined
}
