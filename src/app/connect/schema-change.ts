import { clients } from '../../adapters/clients/clients.js'
import { isStarted, toConfiguredServer } from '../../adapters/clients/configured-server.js'
import { readSchema } from '../../adapters/sqlite/maintain/read-schema.js'
import { newestSchema } from '../../adapters/sqlite/schema/schema.js'
import { WorldWeaverError } from '../../errors.js'
import { databasePath } from '../configuration/data-dir.js'
import { version } from '../configuration/version.js'
import { type ConnectionSettings, openClientParts } from './client-parts.js'
import { versionOf } from './entry-version.js'

/** Whether the first call that opens the store will upgrade its file. Cheap enough for every start. */
export function isUpgradeDue(dataDir: string): boolean {
  try {
    return (readSchema(databasePath({ dataDir })) ?? newestSchema) < newestSchema
  } catch {
    // Whoever opens it says what is wrong.
    return false
  }
}

/**
 * CNN10: what is to be said before an upgrade of the file, which other versions cannot open afterwards. Undefined if no
 * client starts another version.
 */
export async function warnOfStopping(settings: ConnectionSettings): Promise<string | undefined> {
  const { partsOf } = openClientParts(settings)
  const stopping: string[] = []
  for (const client of clients) {
    const started = await startedVersion(() => partsOf(client)[0]!.entry())
    if (started !== undefined && started !== version) stopping.push(`${client.name} (${started})`)
  }
  if (stopping.length === 0) return undefined
  return `World Weaver ${version} upgrades the file of your memories, after a backup. Clients that start another version cannot open it then, until you run "ww upgrade": ${stopping.join(', ')}.`
}

async function startedVersion(entry: () => Promise<unknown>): Promise<string | undefined> {
  try {
    const server = toConfiguredServer(await entry())
    const started = server !== undefined && isStarted(server) ? versionOf(server) : undefined
    // It is upgraded by itself at its next start.
    return started === 'newest' ? undefined : started
  } catch (error) {
    // Settings that cannot be read start nothing.
    if (error instanceof WorldWeaverError) return undefined
    throw error
  }
}
