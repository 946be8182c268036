import { WorldWeaverError } from '../../errors.js'
import type { TreatedBackup } from '../../ports/memory-store.js'
import { Backups } from './backups.js'
import { type Connection, openConnection } from './connection.js'
import { isPartial } from './copy-database.js'
import { eraseInBackup } from './erase-in-backup.js'
import { rebuildFile, truncateLog } from './sweeping.js'
import { UnfinishedErasing } from './unfinished-erasing.js'

/**
 * After memories were erased from the tables: erases them from the backups, from pages that SQLite freed or moved, and
 * from the log. Throws a WorldWeaverError about what cannot be done now; the next call goes on from there.
 */
export function finishErasing(connection: Connection, path: string, patienceMs: number): TreatedBackup[] {
  const unfinished = new UnfinishedErasing(connection)
  const backups = new Backups(connection, path)
  const treated: TreatedBackup[] = []
  const problems: string[] = []
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      problems.push(`${what} (${error instanceof Error ? error.message : error})`)
    }
  }
  for (const name of unfinished.backups()) {
    const copy = backups.pathOf(name)
    attempt(copy, () => {
      const action = unfinished.finish(name, (ids) => eraseInBackup(copy, path, ids, patienceMs))
      if (action === undefined) return
      if (action !== 'rewritten') backups.change({ remove: [copy] })
      if (!isPartial(copy)) treated.push({ path: copy, action })
    })
  }
  attempt(path, () => unfinished.finishOwnFile(() => sweep(path, patienceMs)))
  if (problems.length > 0) throw unfinishedError(problems)
  return treated
}

function sweep(path: string, patienceMs: number): void {
  const connection = openConnection(path)
  try {
    rebuildFile(connection)
    truncateLog(connection, patienceMs)
  } finally {
    connection.close()
  }
}

const unfinishedError = (problems: readonly string[]): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The memories are erased and no longer found, but traces of them remain in ${problems.join(', ')}. These go with the next forgetting, or when the memory is next opened`,
  )
