import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeEmptyFolders } from '../../adapters/clients/settings-file.js'
import { invalid } from '../../errors.js'
import type { Leftovers } from '../../surfaces/cli/connect/uninstall-command.js'
import { socketsIn } from '../../surfaces/hooks/running-servers.js'
import type { Configuration } from '../configuration/configuration.js'
import { stopHelper } from '../hook/helper/stop-helper.js'
import { hookFolder } from '../hook/hook-folder.js'

/** What World Weaver writes into its data directory. Whatever else is there belongs to somebody else. */
const ownName = /^(?:world-weaver\.db(?:[.-].*)?|keys\.db(?:[.-].*)?|habit|audit|tenants)$/

/** CNN8: files of the data directory that `ww uninstall --data` deletes. */
export function findLeftovers({ dataDir, databaseUrl }: Configuration, withData: boolean): Leftovers {
  if (!withData) return { data: [] }
  if (databaseUrl !== undefined)
    throw invalid(
      '--data',
      'The memories are in a database (WW_DATABASE_URL): delete them there, or unset the variable',
    )
  const running = socketsIn(hookFolder(dataDir)).filter(({ isAlive, isHelper }) => isAlive && !isHelper)
  if (running.length > 0) {
    const processes = running.map(({ pid }) => pid).join(', ')
    throw invalid('--data', `The memories are in use by process ${processes}: end your clients, then run this again`)
  }
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  return { data: names.filter((name) => ownName.test(name)).map((name) => join(dataDir, name)) }
}

export async function removeLeftovers({ dataDir }: Configuration, { data }: Leftovers): Promise<void> {
  await stopHelper(dataDir)
  if (data.length === 0) return
  for (const path of data) rmSync(path, { recursive: true, force: true })
  await removeEmptyFolders([dataDir])
}
