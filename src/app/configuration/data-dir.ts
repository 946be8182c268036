import { homedir } from 'node:os'
import { dirname, join, posix, win32 } from 'node:path'
import { findForeignOwner } from '../../adapters/system/private-folder.js'
import { invalid } from '../../errors.js'
import { ownTenant } from '../../memory/access/access.js'
import { isTenantName, tenantNameRule } from '../../memory/access/tenant-name.js'

/** An empty variable counts as unset, since many launchers cannot omit one. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The data directory of the tenant in `WW_TENANT`, by default the owner. */
export function readDataDir(env: Environment, cwd?: string, platform?: NodeJS.Platform, home?: string): string {
  const dataDir = readRootDir(env, cwd, platform, home)
  return tenantFolder(dataDir, readTenant(env), platform)
}

export function readTenant(env: Environment): string {
  const tenant = env.WW_TENANT || ownTenant
  if (isTenantName(tenant)) return tenant
  throw invalid('WW_TENANT', `WW_TENANT ${tenantNameRule}`)
}

/** The owner's memories are in the data directory itself; each other tenant has a folder below it. */
export function tenantFolder(dataDir: string, tenant: string, platform: NodeJS.Platform = process.platform): string {
  const path = platform === 'win32' ? win32 : posix
  return tenant === ownTenant ? dataDir : path.join(dataDir, 'tenants', tenant)
}

/** Who did what, for all tenants: one place in the data directory of all of them. */
export function auditFolder({ dataDir, tenant }: { readonly dataDir: string; readonly tenant: string }): string {
  const above = dirname(dirname(dataDir))
  return join(tenant !== ownTenant && tenantFolder(above, tenant) === dataDir ? above : dataDir, 'audit')
}

/** One file for all tenants; each key names its tenant. */
export const keysPath = (dataDir: string): string => join(dataDir, 'keys.db')

/** The data directory of all tenants: the owner's memories, the other tenants' folders, and the keys. */
export function readRootDir(
  env: Environment,
  cwd = process.cwd(),
  platform = process.platform,
  home = homedir(),
): string {
  const path = platform === 'win32' ? win32 : posix
  const wanted = env.WW_DATA_DIR
  if (!wanted) return path.join(userDataDir(env, platform, home), 'world-weaver')
  if (wanted.includes('\0')) throw invalid('WW_DATA_DIR', 'WW_DATA_DIR must be the path of a folder')
  // Clients start the server without a shell that would expand the tilde.
  return path.resolve(
    cwd,
    wanted.replace(/^~(?=$|[/\\])/, () => home),
  )
}

/** A folder of another user is no place to keep secrets: that user can read and replace all that is in it. */
export function assertOwnFolder(
  dataDir: string,
  { WW_DATA_DIR_OWNER: allowed }: Environment,
  field = 'WW_DATA_DIR',
): void {
  if (allowed && allowed !== 'any')
    throw invalid('WW_DATA_DIR_OWNER', 'WW_DATA_DIR_OWNER must be "any"; unset it to refuse folders of other users')
  const owner = findForeignOwner(dataDir)
  if (owner === undefined || allowed === 'any') return
  throw invalid(
    field,
    `${field} is ${dataDir}, which belongs to another user (${owner}). Choose a folder of your own, or set WW_DATA_DIR_OWNER=any if only you can reach it, such as a container's volume`,
  )
}

export const databasePath = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'world-weaver.db')

function userDataDir(env: Environment, platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32') return env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  // The XDG specification says to ignore a relative path.
  if (env.XDG_DATA_HOME && posix.isAbsolute(env.XDG_DATA_HOME)) return env.XDG_DATA_HOME
  return posix.join(home, '.local', 'share')
}
