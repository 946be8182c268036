import { readFileSync, statSync } from 'node:fs'

const mostBytes = 1024 * 1024

/**
 * Of a file that somebody else put into a folder. A repository may hold a link to what never ends, or a pipe that nobody
 * writes to: reading that would hold up whoever waits. Throws when there is none, or none that is to be read.
 */
export function readSmallFile(path: string): string {
  const found = statSync(path)
  if (!found.isFile() || found.size > mostBytes) throw new Error(`${path} is no small file`)
  return readFileSync(path, 'utf8')
}
