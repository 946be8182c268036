import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the folder and its missing parents, readable by the owner only. Not by Node's recursive `mkdir`, which never
 * returns where the system reports a refused folder as one with a missing parent, as /proc does.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
    // The umask may have taken more.
    if (process.platform !== 'win32') chmodSync(path, 0o700)
  } catch (cause) {
    // Another process may have created it meanwhile.
    if (isFolder(path)) return
    throw new Error(`the folder ${path} cannot be made: ${(cause as Error).message}`, { cause })
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
