import { DatabaseSync } from '@photostructure/sqlite'
import { databaseIn, rowCounts } from './database.js'

const tables = ['workflows', 'runs', 'turns', 'events'] as const
type Row = Readonly<Record<string, unknown>>

/** What is stored of conversations, as it is in the tables. */
export function storedIn(dataDir: string, table: (typeof tables)[number]): Row[] {
  return inDatabase(dataDir, (database) =>
    (database.prepare(`SELECT body FROM ${table}`).all() as { body: string }[]).map(({ body }) => JSON.parse(body)),
  )
}

/** How many rows every table has, those of conversations included. */
export const allRowCounts = (dataDir: string): Record<string, number> => ({
  ...rowCounts(dataDir),
  ...Object.fromEntries(tables.map((table) => [table, storedIn(dataDir, table).length])),
})

function inDatabase<Result>(dataDir: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(databaseIn(dataDir), { readOnly: true, timeout: 30_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
