import { existsSync } from 'node:fs'
import { refusalOnConnecting } from '../../adapters/postgres/connection/connection-refusal.js'
import { type Client, createPool } from '../../adapters/postgres/connection/driver.js'
import { migrate, schemaVersion } from '../../adapters/postgres/schema/migrate.js'
import { migrations } from '../../adapters/postgres/schema/schema.js'
import { openConnection } from '../../adapters/sqlite/connection/connection.js'
import { schemaVersion as fileVersion } from '../../adapters/sqlite/schema/migrate.js'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-memory-store.js'
import { WorldWeaverError } from '../../errors.js'
import type { Migrated } from '../../surfaces/cli/engine-copy/migrate-command.js'
import { databasePath } from '../configuration/data-dir.js'
import { describeDatabase } from '../configuration/database-url.js'
import type { Place } from '../memory/stores.js'

/** `ww migrate`: migrates the schema now instead of at the next start. */
export async function migrateStore({ dataDir, databaseUrl }: Place): Promise<Migrated> {
  if (databaseUrl === undefined) return migrateFile(databasePath({ dataDir }))
  const database = describeDatabase(databaseUrl)
  return withClient(databaseUrl, async (client) => {
    const from = await schemaVersion(client)
    await migrate(client, migrations)
    return { database, from, to: await schemaVersion(client) }
  })
}

/** Whether the next start upgrades the tables of this database. A database that does not answer is left to that start. */
export async function isUpgradeDue({ databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl === undefined) return false
  try {
    const { schema, newest } = await findSchema(databaseUrl)
    return schema > 0 && schema < newest
  } catch {
    return false
  }
}

/** The schema of this database, 0 without our tables, and the one that this version writes. Throws if it cannot be reached. */
export async function findSchema(databaseUrl: string): Promise<{ readonly schema: number; readonly newest: number }> {
  return { schema: await withClient(databaseUrl, schemaVersion), newest: migrations.at(-1)?.version ?? 0 }
}

async function withClient<Result>(databaseUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const pool = await createPool(databaseUrl, 1)
  try {
    const client = await pool.connect().catch((cause: unknown) => {
      throw refusalOnConnecting(cause) ?? new WorldWeaverError('internal_error', 'There is no connection', { cause })
    })
    try {
      return await work(client)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

async function migrateFile(database: string): Promise<Migrated> {
  const from = existsSync(database) ? versionOf(database) : 0
  const store = openSqliteStore({ path: database, threads: 'inline' })
  try {
    await store.newestSeq()
  } finally {
    await store.close()
  }
  return { database, from, to: versionOf(database) }
}

function versionOf(path: string): number {
  const connection = openConnection(path)
  try {
    return fileVersion(connection)
  } finally {
    connection.close()
  }
}
