import type { StartedServer } from '../../adapters/clients/configured-server.js'
import type { Machine } from '../../adapters/clients/machine.js'
import { readSchema } from '../../adapters/sqlite/maintain/read-schema.js'
import { newestSchema } from '../../adapters/sqlite/schema/schema.js'
import { databasePath, readDataDir } from '../configuration/data-dir.js'
import { describeDatabase, readDatabaseUrl } from '../configuration/database-url.js'
import { version } from '../configuration/version.js'
import { findSchema } from '../engine-copy/migrate-store.js'
import { versionOf } from './entry-version.js'

/** Whether a trial may open the store of an entry itself, or what is known to be wrong with that store. */
type EntryStore = { readonly isOpened: boolean } | { readonly problem: string }

/**
 * CNN3: a trial makes and upgrades nothing. It opens a file of memories that this version would neither make nor upgrade;
 * a database is asked for its schema, and nothing else.
 */
export async function lookAtStore(
  server: StartedServer,
  env: Readonly<Record<string, string>>,
  { platform, home }: Pick<Machine, 'platform' | 'home'>,
): Promise<EntryStore> {
  const isThisVersion = versionOf(server) === version
  if (env.WW_DATABASE_URL) return lookAtDatabase(env.WW_DATABASE_URL, isThisVersion)
  if (!isThisVersion) return { isOpened: false }
  let schema: number | undefined
  try {
    schema = readSchema(databasePath({ dataDir: readDataDir(env, home, platform, home) }))
  } catch {
    // The server says what is wrong with its settings.
    return { isOpened: true }
  }
  if (schema !== undefined && schema > newestSchema) return tooNew(schema, newestSchema)
  return { isOpened: schema === newestSchema }
}

async function lookAtDatabase(text: string, isThisVersion: boolean): Promise<EntryStore> {
  try {
    const url = readDatabaseUrl(text, 'WW_DATABASE_URL')
    try {
      const { schema, newest } = await findSchema(url)
      return isThisVersion && schema > newest ? tooNew(schema, newest) : { isOpened: false }
    } catch (error) {
      return { problem: `${describeDatabase(url)}: ${reasonOf(error)}` }
    }
  } catch (error) {
    return { problem: reasonOf(error) }
  }
}

const tooNew = (schema: number, newest: number): EntryStore => ({
  problem: `its memories have schema ${schema}, and this version knows ${newest}: a newer World Weaver wrote them (npm install -g world-weaver@latest)`,
})

/** The cause says more than "there is no connection"; an error about several addresses has a code, but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
