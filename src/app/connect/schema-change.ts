import { clients } from '../../adapters/clients/clients.js'
import { isStarted, type StartedServer, toConfiguredServer } from '../../adapters/clients/configured-server.js'
import type { Machine } from '../../adapters/clients/machine.js'
import { readSchema } from '../../adapters/sqlite/maintain/read-schema.js'
import { newestSchema } from '../../adapters/sqlite/schema/schema.js'
import { WorldWeaverError } from '../../errors.js'
import { databasePath } from '../configuration/data-dir.js'
import { version } from '../configuration/version.js'
import type { Place } from '../memory/stores.js'
import { type ConnectionSettings, openClientParts } from './client-parts.js'
import { dataDirOf, environmentOf } from './entry-environment.js'
import { versionOf } from './entry-version.js'

type Here = Pick<ConnectionSettings, 'machine' | 'installation'>

/**
 * CNN10: what is to be said before an upgrade of the stored memories, which other versions cannot open afterwards.
 * Undefined if none is due, or if no client starts another version on them. Cheap enough for every start.
 */
export async function warnOfStopping(place: Place, here: Here): Promise<string | undefined> {
  const isFile = place.databaseUrl === undefined
  if (isFile && !isFileUpgradeDue(place.dataDir)) return undefined
  const stopping = await findStopping(place, here)
  if (stopping.length === 0 || (!isFile && !(await isDatabaseUpgradeDue(place)))) return undefined
  const first = isFile
    ? 'has to upgrade the file of your memories first, and makes a backup of it'
    : 'has to upgrade the tables of your memories first'
  return `World Weaver ${version} ${first}. Afterwards these clients cannot open them any more, because they start another version: ${stopping.join(', ')}. To move them to this version: ww upgrade`
}

function isFileUpgradeDue(dataDir: string): boolean {
  try {
    return (readSchema(databasePath({ dataDir })) ?? newestSchema) < newestSchema
  } catch {
    // Whoever opens it says what is wrong.
    return false
  }
}

async function isDatabaseUpgradeDue(place: Place): Promise<boolean> {
  const { isUpgradeDue } = await import('../engine-copy/migrate-store.js')
  return isUpgradeDue(place)
}

async function findStopping(place: Place, here: Here): Promise<readonly string[]> {
  const { partsOf } = openClientParts({ ...here, dataDir: place.dataDir })
  const stopping: string[] = []
  for (const client of clients) {
    const server = await startedServer(() => partsOf(client)[0]!.entry())
    const started = server === undefined ? undefined : versionOf(server)
    // The newest is upgraded by itself at its next start.
    if (server === undefined || started === undefined || started === version || started === 'newest') continue
    if (isAtPlace(server, place, here.machine)) stopping.push(`${client.name} (${started})`)
  }
  return stopping
}

async function startedServer(entry: () => Promise<unknown>): Promise<StartedServer | undefined> {
  try {
    const server = toConfiguredServer(await entry())
    return server !== undefined && isStarted(server) ? server : undefined
  } catch (error) {
    // Settings that cannot be read start nothing.
    if (error instanceof WorldWeaverError) return undefined
    throw error
  }
}

function isAtPlace(server: StartedServer, place: Place, machine: Omit<Machine, 'list'>): boolean {
  const { WW_DATABASE_URL: databaseUrl } = environmentOf(server, machine)
  if (place.databaseUrl !== undefined || databaseUrl) return databaseUrl === place.databaseUrl
  return dataDirOf(server, machine) === place.dataDir
}
