import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../adapters/sqlite/connection/make-folder.js'
import { restoreDatabase } from '../../adapters/sqlite/maintain/restore-database.js'
import { invalid, WorldWeaverError } from '../../errors.js'
import type { RestoredBackup } from '../../surfaces/cli/backup/restore-command.js'
import { serversIn } from '../../surfaces/hooks/running-servers.js'
import { databasePath } from '../configuration/data-dir.js'
import { stopHelper } from '../hook/helper/stop-helper.js'
import { hookFolder } from '../hook/hook-folder.js'
import type { Place } from '../memory/stores.js'

type Bytes = AsyncIterable<Uint8Array>
type Decrypt = (bytes: Bytes, reopen: () => Promise<Bytes>) => Promise<Bytes>

/** `ww restore`. */
export async function restoreBackup(
  { dataDir, databaseUrl }: Place,
  given: string,
  decrypt: Decrypt,
  isDryRun: boolean,
): Promise<RestoredBackup> {
  if (databaseUrl !== undefined)
    throw invalid(
      'WW_DATABASE_URL',
      'WW_DATABASE_URL must be unset: restore is for files; "ww move" copies a backup into a database',
    )
  const source = resolve(given)
  const path = databasePath({ dataDir })
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true)
    throw new WorldWeaverError('not_found', `${source} is not a file`)
  if (source === path) throw new WorldWeaverError('validation_error', `${source} is the store itself`)
  await stopHelper(dataDir)
  await assertNobodyServes(dataDir)
  makeFolder(dirname(path))
  const open = () => createReadStream(source)
  const first = open()
  const bytes = await decrypt(first, async () => open())
  const isPlain = await isDatabase(source)
  const decrypted = `${path}.decrypted.${process.pid}.partial`
  try {
    if (isPlain) first.destroy()
    else await pipeline(bytes, createWriteStream(decrypted, { mode: 0o600, flags: 'wx' }))
    const restored = restoreDatabase(path, { backup: isPlain ? source : decrypted, source, isDryRun })
    return { database: path, backup: source, ...restored, dry_run: isDryRun }
  } finally {
    if (existsSync(decrypted)) rmSync(decrypted)
  }
}

async function assertNobodyServes(dataDir: string): Promise<void> {
  const alive = (await serversIn(hookFolder(dataDir))).filter((pid) => pid !== process.pid)
  if (alive.length === 0) return
  const pids = alive.join(', ')
  throw new WorldWeaverError(
    'validation_error',
    `The store is in use. End what uses it and try again: processes ${pids}. Nothing was changed`,
  )
}

const magic = 'SQLite format 3\0'

async function isDatabase(path: string): Promise<boolean> {
  for await (const piece of createReadStream(path, { end: magic.length - 1 })) return piece.toString('latin1') === magic
  return false
}
