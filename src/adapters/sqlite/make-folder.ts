import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the folder and what is missing above it; what people remember is nobody else's business, so they are the
 * owner's alone. Step by step, because Node's recursive `mkdir` never ends where a folder is refused as if its parent
 * were missing, as /proc does.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Another process may have been faster.
    if (isFolder(path)) return
    throw new Error(`the folder ${path} cannot be made: ${(cause as Error).message}`, { cause })
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
