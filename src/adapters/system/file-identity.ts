import { statSync } from 'node:fs'

/**
 * Which file is at this path, whatever is written into it; undefined if there is none. A process that has a deleted or
 * replaced file open would go on with the old one.
 */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}/${found.ino}`
}
