import { backupFiles } from '../../adapters/engine-copy/backup-files.js'
import { Connections } from '../../adapters/postgres/connection/connections.js'
import { openPostgresKeyStore } from '../../adapters/postgres/postgres-key-store.js'
import { openPostgresStore } from '../../adapters/postgres/postgres-memory-store.js'
import { openSqliteKeyStore } from '../../adapters/sqlite/sqlite-key-store.js'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-memory-store.js'
import { keepPrivate } from '../../adapters/system/private-folder.js'
import { ownTenant } from '../../memory/access/access.js'
import type { KeyStore } from '../../ports/key-store.js'
import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import type { Configuration } from '../configuration/configuration.js'
import { databasePath, keysPath } from '../configuration/data-dir.js'

/** The engine and the location of a store. */
export type Place = Pick<Configuration, 'dataDir' | 'databaseUrl' | 'tenant' | 'isTenantNamed'>

export interface StoreOptions {
  readonly threads?: 'workers' | 'inline'
  readonly readers?: 1 | 2
  readonly connections?: Connections
  readonly log?: Log
}

/** Chooses the engine: SQLite files in the data directory, unless a database is configured. */
export function openStore(place: Place, options: StoreOptions = {}): MemoryStore {
  const { dataDir, databaseUrl, tenant, isTenantNamed } = place
  const { threads, readers, connections, log } = options
  warnOfExposed(dataDir, log)
  if (databaseUrl === undefined) return openSqliteStore({ path: databasePath({ dataDir }), threads, readers, log })
  const needsKey = isTenantNamed && tenant !== ownTenant
  return openPostgresStore({ url: databaseUrl, tenant, backupFiles, needsKey, connections, log })
}

/** Files from before, or that somebody copied here, become their owner's alone. */
function warnOfExposed(dataDir: string, log: Log | undefined): void {
  const exposed = keepPrivate(dataDir)
  if (exposed.length === 0) return
  log?.warn('other users of this machine can reach these files, and their modes cannot be changed', { exposed })
}

/** The keys of all tenants; `dataDir` is the directory above the tenants' folders. */
export function openKeyStore(
  { dataDir, databaseUrl }: Omit<Place, 'tenant'>,
  connections: Connections | undefined = shareConnections({ databaseUrl }),
): KeyStore {
  return connections === undefined ? openSqliteKeyStore({ path: keysPath(dataDir) }) : openPostgresKeyStore(connections)
}

/** One pool for a process that opens several tenants; the caller closes it. */
export function shareConnections({ databaseUrl: url }: Pick<Place, 'databaseUrl'>, log?: Log): Connections | undefined {
  return url === undefined ? undefined : new Connections({ url, ...(log === undefined ? {} : { log }) })
}
