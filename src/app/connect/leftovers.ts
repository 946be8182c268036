import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { removeEmptyFolders } from '../../adapters/clients/settings-file.js'
import { ownFolders } from '../../adapters/system/private-folder.js'
import { invalid } from '../../errors.js'
import type { Leftovers, StoreToKeep } from '../../surfaces/cli/connect/uninstall-command.js'
import { serversIn } from '../../surfaces/hooks/running-servers.js'
import type { Configuration } from '../configuration/configuration.js'
import { databasePath } from '../configuration/data-dir.js'
import { stopHelper } from '../hook/helper/stop-helper.js'
import { hookFolder } from '../hook/hook-folder.js'

/** What World Weaver writes into its data directory. Whatever else is there belongs to somebody else. */
const isOwn = (name: string): boolean =>
  /^(?:world-weaver|keys)\.db(?:[.-].*)?$/.test(name) || ownFolders.includes(name)

interface Wanted {
  readonly withData: boolean
  /** Where the backup goes, if not into the home folder. */
  readonly backup?: string
  readonly home: string
  readonly now: number
}

/** CNN8: files of the data directory that `ww uninstall --data` deletes, and the backups it makes before. */
export async function findLeftovers({ dataDir, databaseUrl }: Configuration, wanted: Wanted): Promise<Leftovers> {
  if (!wanted.withData) return { data: [], stores: [] }
  if (databaseUrl !== undefined)
    throw invalid(
      '--data',
      'The memories are in a database (WW_DATABASE_URL): delete them there, or unset the variable',
    )
  const running = await serversIn(hookFolder(dataDir))
  if (running.length > 0) {
    throw invalid(
      '--data',
      `The memories are in use by process ${running.join(', ')}: end your clients, then run this again`,
    )
  }
  return { data: ownPathsIn(dataDir), stores: storesIn(dataDir, wanted) }
}

function ownPathsIn(dataDir: string): readonly string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  return names.filter(isOwn).map((name) => join(dataDir, name))
}

/** The owner's memories, and those of every other tenant of this directory. */
function storesIn(dataDir: string, { backup, home, now }: Wanted): readonly StoreToKeep[] {
  const stamp = new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const file = resolve(backup ?? join(home, `world-weaver-${stamp}.backup`))
  if (isInside(file, dataDir))
    throw invalid('--backup', `${file} is in the folder whose memories are deleted; name a file elsewhere`)
  const folder = join(dataDir, 'tenants')
  const tenants = existsSync(folder) ? readdirSync(folder) : []
  const others = tenants.map((tenant) => ({
    tenant,
    dataDir: join(folder, tenant),
    file: join(dirname(file), `${tenant}.${basename(file)}`),
  }))
  return [{ dataDir, file }, ...others]
    .filter((store) => existsSync(databasePath(store)))
    .map(({ dataDir: _, ...store }) => store)
}

/** The data directory may be the home folder itself: then only what is deleted there counts. */
function isInside(file: string, dataDir: string): boolean {
  const [first = ''] = relative(realFolder(dataDir), join(realFolder(dirname(file)), basename(file))).split(/[/\\]/)
  return isOwn(first)
}

const realFolder = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

export async function removeLeftovers({ dataDir }: Configuration, { data }: Leftovers): Promise<void> {
  await stopHelper(dataDir)
  if (data.length === 0) return
  // The backup has written there since: a log without its database would keep every later command from starting.
  for (const path of ownPathsIn(dataDir)) rmSync(path, { recursive: true, force: true })
  await removeEmptyFolders([dataDir])
}
