import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** What others than the owner may do, and the bit of folders that everybody writes to, such as /tmp. */
const others = 0o077
const sticky = 0o1000

/** Folders that World Weaver makes in a data directory, besides backups. */
export const ownFolders: readonly string[] = ['habit', 'audit', 'tenants', 'databases']

/** Files and folders in a data directory that are ours; a directory that somebody chose may hold others. */
const isOwn = (name: string): boolean =>
  /^(?:world-weaver|keys)\.db/.test(name) || ownFolders.includes(name) || name === 'backups'

/** Makes the folder for its owner alone, whatever the umask, also if it was there. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (isExposed(folder)) attempt(() => chmodSync(folder, 0o700))
}

/** Takes from others what they may do in a data directory; returns what they may still reach. */
export function keepPrivate(dataDir: string): string[] {
  return placesIn(dataDir).filter((path) => {
    if (isExposed(path)) attempt(() => chmodSync(path, lstatSync(path).mode & 0o700))
    return isExposed(path)
  })
}

/** What others than its owner may reach in a data directory. Windows has no modes. */
export const findExposed = (dataDir: string): string[] => placesIn(dataDir).filter(isExposed)

/** The user id that owns the folder, if it is not the user of this process, and the system has such ids. */
export function findForeignOwner(folder: string): number | undefined {
  const uid = process.getuid?.()
  const found = look(folder)
  return uid === undefined || found === undefined || found.isSymbolicLink() || found.uid === uid ? undefined : found.uid
}

function placesIn(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const folder = resolve(dataDir)
  return [
    ...(isShared(folder) ? [] : [folder]),
    ...namesIn(folder)
      .filter(isOwn)
      .flatMap((name) => below(join(folder, name))),
  ]
}

/** A home or a folder for everybody is more than a data directory. */
const isShared = (folder: string): boolean =>
  folder === resolve(homedir()) || dirname(folder) === folder || ((look(folder)?.mode ?? 0) & sticky) !== 0

/** The path and all that is in it. Links are left alone. */
function below(path: string): string[] {
  const found = look(path)
  if (found === undefined || found.isSymbolicLink()) return []
  // Tenants are looked at when they are opened.
  const isOpened = basename(path) === 'tenants'
  return [path, ...(found.isDirectory() && !isOpened ? namesIn(path).flatMap((name) => below(join(path, name))) : [])]
}

const isExposed = (path: string): boolean => process.platform !== 'win32' && ((look(path)?.mode ?? 0) & others) !== 0

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What cannot be looked at is reported by whoever opens it. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** What cannot be changed is reported by whoever looks afterwards; a file may be gone meanwhile. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
