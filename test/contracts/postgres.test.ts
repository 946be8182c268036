import { existsSync } from 'node:fs'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { describeMemoryStore } from './memory-store.js'

const url = process.env.WW_TEST_DATABASE_URL ?? ''

// A backup is a store of the embedded engine.
describeMemoryStore('postgres', (where) =>
  existsSync(where) ? openSqliteStore({ path: where }) : openPostgresStore({ url, tenant: where }),
)
