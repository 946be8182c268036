import { readFileSync, statSync } from 'node:fs'

const mostBytes = 1024 * 1024

/**
 * Reads a file that is not ours. A repository may contain a link to an endless device, or a pipe without a writer:
 * reading those would block. Throws unless it is a regular file of at most 1 MiB, or as told.
 */
export function readSmallFile(path: string, maxBytes = mostBytes): string {
  const found = statSync(path)
  if (!found.isFile() || found.size > maxBytes) throw new Error(`${path} is no small file`)
  return readFileSync(path, 'utf8')
}
