import { existsSync } from 'node:fs'
import { createPool } from '../adapters/postgres/driver.js'
import { migrate, schemaVersion } from '../adapters/postgres/migrate.js'
import { refusalOnConnecting } from '../adapters/postgres/refusal.js'
import { migrations } from '../adapters/postgres/schema.js'
import { openConnection } from '../adapters/sqlite/connection.js'
import { schemaVersion as fileVersion } from '../adapters/sqlite/migrate.js'
import { openSqliteStore } from '../adapters/sqlite/sqlite-memory-store.js'
import { WorldWeaverError } from '../errors.js'
import type { Migrated } from '../surfaces/cli/moving/migrate-command.js'
import { databasePath } from './data-dir.js'
import { describeDatabase } from './database-url.js'
import type { Place } from './stores.js'

/** `ww migrate`: what every start does as well, for who wants it done at a time of their own. */
export async function migrateStore({ dataDir, databaseUrl }: Place): Promise<Migrated> {
  if (databaseUrl === undefined) return migrateFile(databasePath({ dataDir }))
  const database = describeDatabase(databaseUrl)
  const pool = await createPool(databaseUrl, 1)
  try {
    const client = await pool.connect().catch((cause: unknown) => {
      throw refusalOnConnecting(cause) ?? new WorldWeaverError('internal_error', 'There is no connection', { cause })
    })
    try {
      const from = await schemaVersion(client)
      await migrate(client, migrations)
      return { database, from, to: await schemaVersion(client) }
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
