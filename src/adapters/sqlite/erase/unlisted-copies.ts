import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { TreatedBackup } from '../../../ports/store/write.js'

/** What SQLite keeps beside a database belongs to that database; the counts of calls hold no memories. */
const besides = /(?:-wal|-shm|-journal)$/
const holdsNoMemories = /\.calls(?:-\w+)?$/

/** Looked at in one folder: a folder of backups has a few, one of downloads has thousands of other files. */
const maxFiles = 1_000

/**
 * Files that are on no list and may hold what was erased: copies made by hand, backups of a time that a restored store
 * does not know of, a database that was damaged and put aside. They are named, and left alone: nobody said that they are
 * the store's to change. Looked for beside the database, and wherever its backups are.
 */
export function findUnlistedCopies(
  path: string,
  listed: readonly string[],
  ids: readonly string[],
): readonly TreatedBackup[] {
  const own = resolve(path)
  const known = new Set([own, ...listed])
  const beside = filesIn(dirname(own)).filter((file) => basename(file).startsWith(`${basename(own)}.`))
  const folders = new Set(listed.map((file) => dirname(file)).filter((folder) => folder !== dirname(own)))
  const elsewhere = [...folders].flatMap(filesIn).filter((file) => /\.(?:backup|db|sqlite3?)$/.test(file))
  return [...beside, ...elsewhere]
    .filter((file) => !known.has(file) && !besides.test(file) && !holdsNoMemories.test(file))
    .filter((file) => mayHold(file, ids))
    .map((file) => ({ path: file, action: 'kept' }))
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .slice(0, maxFiles)
      .map((name) => join(folder, name))
      .filter((file) => (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false) && statSync(file).size > 0)
  } catch {
    // A folder that is gone, or that others may not read, has no copy that could be looked into.
    return []
  }
}

/** What cannot be read may hold anything. A database of another program holds nothing of ours. */
function mayHold(file: string, ids: readonly string[]): boolean {
  let copy: InstanceType<typeof DatabaseSync> | undefined
  try {
    const url = pathToFileURL(file)
    // Without its log, of which nothing must be changed.
    url.search = '?immutable=1'
    copy = new DatabaseSync(url, { readOnly: true })
    if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'strengths'").get() === undefined) return false
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return true
    const find = copy.prepare('SELECT 1 FROM memories WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1')
    return find.get(JSON.stringify(ids)) !== undefined
  } catch {
    return true
  } finally {
    copy?.close()
  }
}
