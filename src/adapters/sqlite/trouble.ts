import { StoreTrouble } from '../../ports/memory-store.js'
import { codeOf } from './result-codes.js'

const rights =
  'The files of the memory cannot be opened or written. Whoever runs World Weaver needs the right to read and write its data directory'
const full = 'The disk is full, and nothing was written. Free some space and ask again'
const damaged = 'The file of the memory is damaged. End every program that uses it and run "ww doctor --fix"'

/** What was found is for the log. */
export const damage = (found: string): StoreTrouble => new StoreTrouble(damaged, { cause: new Error(found) })

/** Of a reader that was given a time to end. */
export const outOfTime = (): StoreTrouble => new StoreTrouble('The memory could not be read in time')

/** By SQLite's result codes: https://www.sqlite.org/rescode.html. What is not here is a mistake of ours. */
const advice: Readonly<Record<number, string>> = {
  3: rights,
  5: 'Another program keeps the memory locked, and nothing was written. Ask again, or end that program',
  8: rights,
  10: 'The disk does not read or write the files of the memory. Check the disk, and whether it is full',
  11: damaged,
  13: full,
  14: rights,
  23: rights,
  26: damaged,
}

/** The same error with advice, where its owner can do something about it. `isSound` looks at the whole file. */
export function toTrouble(error: unknown, isSound?: () => boolean): unknown {
  const message = advice[codeOf(error) ?? -1] ?? folderAdvice(error) ?? contentAdvice(error, isSound)
  return message === undefined ? error : new StoreTrouble(message, { cause: error })
}

/** The operating system's refusal to make the folder. */
function folderAdvice(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error) || !('syscall' in cause)) return undefined
  return 'code' in cause && cause.code === 'ENOSPC' ? full : rights
}

/**
 * An engine parses nothing but what it wrote. Where a value is not what it must be, or SQLite gives no code, as the
 * package does for statements that give many rows, the file or we are at fault.
 */
function contentAdvice(error: unknown, isSound?: () => boolean): string | undefined {
  if (error instanceof SyntaxError || error instanceof RangeError) return damaged
  const isUnknown = error instanceof TypeError || (error instanceof Error && error.name === 'Error')
  return isUnknown && isSound?.() === false ? damaged : undefined
}
