import { existsSync } from 'node:fs'
import { afterAll } from 'vitest'
import { Connections } from '#ww/adapters/postgres/connections.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { hasServer } from '../support/postgres/databases.js'
import { usePostgres } from '../support/postgres/postgres.js'
import { describeMemoryStore } from './memory-store.js'

const postgres = usePostgres()()
/** Two handles on one store have different ones, as two processes would. */
const connections = [new Connections(postgres), new Connections(postgres)]
afterAll(async () => {
  for (const each of connections) await each.close()
})
let opened = 0

const openAt = (where: string) => {
  // A backup is a file of the embedded engine, wherever it was made.
  if (existsSync(where)) return openSqliteStore({ path: where })
  return openPostgresStore({ url: postgres.url, tenant: where, connections: connections[opened++ % 2] })
}

if (hasServer()) describeMemoryStore('postgres', openAt)
else describeMemoryStore('postgres on PGlite', openAt, { isOneConnection: true })
