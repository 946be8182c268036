import { chmodSync, closeSync, fchmodSync, openSync, statSync } from 'node:fs'

const privateFileMode = 0o600
/** What others than the owner may do. */
const others = 0o077

/**
 * Makes the file, if there is none, for its owner alone, whatever the umask, and takes from others what they may do with
 * it and the files beside it. Where the system refuses that, the start says so (`keepPrivate`).
 */
export function keepFilesPrivate(path: string): void {
  attempt(() => makePrivateFile(path))
  // SQLite gives these the rights of the database when it makes them.
  for (const file of [path, `${path}-wal`, `${path}-shm`]) attempt(() => tightenMode(file))
}

/** Fails if it exists. */
export function makePrivateFile(path: string): void {
  const file = openSync(path, 'wx', privateFileMode)
  try {
    fchmodSync(file, privateFileMode)
  } finally {
    closeSync(file)
  }
}

/** By its name: no part of a process may open and close a database that another part uses (`commit-number.ts`). */
function tightenMode(path: string): void {
  if (process.platform === 'win32') return
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && (found.mode & others) !== 0) chmodSync(path, found.mode & 0o700)
}

/** SQLite reports a file that cannot be made or opened. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
