import { rmSync, statSync, utimesSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TreatedBackup } from '../../../ports/store/write.js'
import { SegmentPacker } from '../cache/segment-packer.js'
import { inTransaction, openConnection } from '../connection/connection.js'
import { codeOf, sqlite } from '../connection/result-codes.js'
import { Statements } from '../connection/statements.js'
import { schemaVersion } from '../schema/migrate.js'
import { newestSchema } from '../schema/schema.js'
import { isPartial } from './copy-database.js'
import { Eraser } from './eraser.js'
import { rebuildFile, toSingleFile } from './rewrite-file.js'

/** Returns undefined when there is nothing to do: the copy holds none of the memories, or is the store itself. */
export function eraseInBackup(
  copy: string,
  store: string,
  ids: readonly string[],
  timeoutMs: number,
): TreatedBackup['action'] | undefined {
  if (copy === resolve(store)) return undefined
  if (statSync(copy, { throwIfNoEntry: false })?.isFile() !== true) return 'missing'
  if (isPartial(copy)) return remove(copy)
  try {
    return rewrite(copy, ids, timeoutMs)
  } catch (error) {
    // A busy file or a full disk: a later call tries again. With any other error the copy can never be erased from, so
    // it is deleted.
    const code = codeOf(error)
    if (code === undefined || code === sqlite.busy || code === sqlite.full) throw error
    return remove(copy)
  }
}

function rewrite(path: string, ids: readonly string[], timeoutMs: number): 'rewritten' | 'deleted' | undefined {
  const { atime, mtime } = statSync(path)
  const action = rewriteOpened(path, ids, timeoutMs)
  // Its time tells other processes whether anything was erased from it; opening it changes the time, too.
  if (action === undefined) utimesSync(path, atime, mtime)
  return action
}

function rewriteOpened(path: string, ids: readonly string[], timeoutMs: number): 'rewritten' | 'deleted' | undefined {
  const connection = openConnection(path)
  try {
    if (schemaVersion(connection) !== newestSchema) return remove(path)
    const sql = new Statements(connection)
    const eraser = new Eraser(sql, new SegmentPacker(sql))
    const hadAny = inTransaction(connection, () => eraser.erase(ids, Date.now()))
    if (hadAny) rebuildFile(connection)
    toSingleFile(connection, timeoutMs)
    return hadAny ? 'rewritten' : undefined
  } finally {
    connection.close()
  }
}

function remove(path: string): 'deleted' {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) rmSync(file, { force: true })
  return 'deleted'
}
