import { existsSync } from 'node:fs'
import { afterAll } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { inspectStore } from '../support/inspected-store.js'
import { hasServer } from '../support/postgres/databases.js'
import { usePostgres } from '../support/postgres/postgres.js'
import { inspectPostgres } from '../support/postgres/postgres-candidates.js'
import { openInspectedSqlite } from '../support/sqlite-candidates.js'
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
  if (existsSync(where)) return openInspectedSqlite({ path: where })
  const own = connections[opened++ % 2]!
  const store = openPostgresStore({ backupFiles, url: postgres.url, tenant: where, connections: own })
  return inspectStore(store, () => inspectPostgres(own, where))
}

if (hasServer()) describeMemoryStore('postgres', openAt)
else describeMemoryStore('postgres on PGlite', openAt, { isOneConnection: true })
