import { statSync } from 'node:fs'
import { StoreUnavailable } from '../../../ports/store/errors.js'
import { replacedAdvice } from './file-guard.js'

/** What the threads of one store share: which file the first of them has opened. They open it when they are first called. */
export type FirstOpened = BigInt64Array

export const nothingOpened = (): FirstOpened => new BigInt64Array(new SharedArrayBuffer(8))

/** Throws if another thread of the same store has opened another file, which was at this path then. */
export function assertSameFile(first: FirstOpened, path: string): void {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  // Device and inode in one number, which is compared and set at once; inodes rarely need more than 48 bits.
  const identity = found === undefined ? 0n : BigInt.asIntN(64, found.ino ^ (found.dev << 48n))
  const before = Atomics.compareExchange(first, 0, 0n, identity)
  if (before === 0n || before === identity) return
  const cause = new Error(`${path} is not what was opened`)
  throw new StoreUnavailable(`The database file was replaced while it was in use. ${replacedAdvice}`, { cause })
}
