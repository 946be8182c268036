import { statSync } from 'node:fs'
import { WorldWeaverError } from '../../../errors.js'
import type { TreatedBackup } from '../../../ports/store/write.js'
import { type Connection, closeConnection, openConnection } from '../connection/connection.js'
import { Backups } from './backups.js'
import { isPartial } from './copy-database.js'
import { eraseInBackup } from './erase-in-backup.js'
import { PendingErasures } from './pending-erasures.js'
import { rebuildFile, truncateLog } from './rewrite-file.js'
import { findUnlistedCopies } from './unlisted-copies.js'

/**
 * Erases memories that are already gone from the tables also from the backups, from pages that SQLite freed or moved,
 * and from the log. Copies that are no backups of the store are only named. Throws a WorldWeaverError that names what
 * could not be done; the next call continues from there. With `begunAt`, what another process has rewritten since then is
 * named, too: one that just starts may have continued this erasure.
 */
export function finishErasure(
  connection: Connection,
  path: string,
  timeoutMs: number,
  begunAt = Number.POSITIVE_INFINITY,
): TreatedBackup[] {
  const pending = new PendingErasures(connection)
  const backups = new Backups(connection, path)
  const treated: TreatedBackup[] = []
  const erased = pending.ids()
  const listed = backups.list()
  const problems: string[] = []
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      problems.push(`${what} (${error instanceof Error ? error.message : error})`)
    }
  }
  for (const name of new Set([...pending.backups(), ...listed.map((copy) => backups.nameOf(copy))])) {
    const copy = backups.pathOf(name)
    attempt(copy, () => {
      const done = pending.finish(name, (ids) => eraseInBackup(copy, path, ids, timeoutMs))
      const action = done ?? (wasWrittenSince(begunAt, copy) ? 'rewritten' : undefined)
      if (action === undefined) return
      if (action !== 'rewritten') backups.change({ remove: [copy] })
      if (!isPartial(copy)) treated.push({ path: copy, action })
    })
  }
  if (erased.length > 0) treated.push(...findUnlistedCopies(path, listed, erased))
  attempt(path, () => pending.finishOwnFile(() => vacuum(path, timeoutMs)))
  if (problems.length > 0) throw unfinishedError(problems)
  return treated
}

const wasWrittenSince = (time: number, path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= time

function vacuum(path: string, timeoutMs: number): void {
  const connection = openConnection(path)
  try {
    rebuildFile(connection)
    truncateLog(connection, timeoutMs)
  } finally {
    closeConnection(connection)
  }
}

const unfinishedError = (problems: readonly string[]): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The memories are erased and no longer found, but traces of them remain in ${problems.join(', ')}. The next forget, or the next start, removes them`,
  )
