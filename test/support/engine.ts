import { inject } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { createPool } from '#ww/adapters/postgres/connection/driver.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath } from '#ww/app/configuration/data-dir.js'
import { ownTenant } from '#ww/memory/access/access.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { createPreparedDatabase, dropDatabases } from './postgres/databases.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the minds and servers of a suite keep their memories in: a project of `vitest.config.ts` says it. */
    readonly engine: 'sqlite' | 'postgres'
  }
}

export const isOnPostgres = (): boolean => inject('engine') === 'postgres'

const databases = new Map<string, Promise<string>>()

/** The database that stands for a folder, made when it is first asked for. */
export function databaseFor(dataDir: string): Promise<string> {
  const known = databases.get(dataDir) ?? createPreparedDatabase()
  databases.set(dataDir, known)
  return known
}

/** What a process needs to be told, besides its folder. */
export async function engineVariables(dataDir: string): Promise<Readonly<Record<string, string>>> {
  return isOnPostgres() ? { WW_DATABASE_URL: await databaseFor(dataDir) } : {}
}

/** What the library needs to be told, besides the folder; whoever asks closes the connections. */
export function engineOptions(dataDir: string): { databaseUrl?: string; connections?: Connections } {
  if (!isOnPostgres()) return {}
  const connections = new Connections({ url: '', createPool: async () => createPool(await databaseFor(dataDir), 6) })
  // Where it is the connections know.
  return { databaseUrl: 'postgres://localhost', connections }
}

/** The store that stands for a folder, as another process would have it. */
export function openStoreIn(dataDir: string): MemoryStore {
  const { connections } = engineOptions(dataDir)
  if (connections === undefined) return openSqliteStore({ path: databasePath({ dataDir }), threads: 'inline' })
  const store = openPostgresStore({ backupFiles, url: '', tenant: ownTenant, connections })
  return {
    ...store,
    async close() {
      await store.close()
      await connections.close()
    },
  }
}

/** When a file's tests end, after all that they have opened. */
export async function dropEngineDatabases(): Promise<void> {
  const urls = await Promise.all(databases.values())
  databases.clear()
  await dropDatabases(urls)
}
