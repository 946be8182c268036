import { type BigIntStats, statSync } from 'node:fs'

/**
 * Which file is at this path, whatever is written into it; undefined if there is none. A process that has a deleted or
 * replaced file open would go on with the old one.
 */
export const fileIdentity = (path: string): string | undefined =>
  identityIn(statSync(path, { bigint: true, throwIfNoEntry: false }))

export const identityIn = (found: BigIntStats | undefined): string | undefined =>
  found === undefined ? undefined : `${found.dev}/${found.ino}`
