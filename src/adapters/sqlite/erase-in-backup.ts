import { rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TreatedBackup } from '../../ports/memory-store.js'
import { inTransaction, openConnection } from './connection.js'
import { isPartial } from './copy-database.js'
import { Eraser } from './eraser.js'
import { schemaVersion } from './migrate.js'
import { codeOf, sqlite } from './result-codes.js'
import { newestSchema } from './schema.js'
import { SegmentPacker } from './segment-packer.js'
import { Statements } from './statements.js'
import { becomeOneFile, rebuildFile } from './sweeping.js'

/** Undefined when there is nothing to do: the copy holds none of it, or has become the store itself. */
export function eraseInBackup(
  copy: string,
  store: string,
  ids: readonly string[],
  patienceMs: number,
): TreatedBackup['action'] | undefined {
  if (copy === resolve(store)) return undefined
  if (statSync(copy, { throwIfNoEntry: false })?.isFile() !== true) return 'missing'
  if (isPartial(copy)) return remove(copy)
  try {
    return rewrite(copy, ids, patienceMs)
  } catch (error) {
    // In use, or no room: another time. Whatever else is wrong with it, nothing could ever be erased from it again.
    const code = codeOf(error)
    if (code === undefined || code === sqlite.busy || code === sqlite.full) throw error
    return remove(copy)
  }
}

function rewrite(path: string, ids: readonly string[], patienceMs: number): 'rewritten' | 'deleted' | undefined {
  const connection = openConnection(path)
  try {
    if (schemaVersion(connection) !== newestSchema) return remove(path)
    const sql = new Statements(connection)
    const eraser = new Eraser(sql, new SegmentPacker(connection, sql))
    const hadAny = inTransaction(connection, () => eraser.erase(ids, Date.now()))
    if (hadAny) rebuildFile(connection)
    becomeOneFile(connection, patienceMs)
    return hadAny ? 'rewritten' : undefined
  } finally {
    connection.close()
  }
}

function remove(path: string): 'deleted' {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) rmSync(file, { force: true })
  return 'deleted'
}
