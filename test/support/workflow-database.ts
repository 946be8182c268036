import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { countedTables, databaseIn } from './database.js'
import { databaseFor, isOnPostgres } from './engine.js'

const tables = ['workflows', 'runs', 'turns', 'events'] as const
type Row = Readonly<Record<string, unknown>>

/** What is stored of conversations, as it is in the tables. */
export async function storedIn(dataDir: string, table: (typeof tables)[number]): Promise<Row[]> {
  const rows = (await query(dataDir, `SELECT body FROM ${table}`)) as { body: string }[]
  return rows.map(({ body }) => JSON.parse(body))
}

/** How many rows every table has, those of conversations included. */
export async function allRowCounts(dataDir: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [...countedTables, ...tables]) {
    const [row] = (await query(dataDir, `SELECT count(*) AS n FROM ${table}`)) as { n: number | string }[]
    counts[table] = Number(row?.n)
  }
  return counts
}

async function query(dataDir: string, text: string): Promise<unknown[]> {
  if (isOnPostgres()) {
    const client = new pg.Client({ connectionString: await databaseFor(dataDir) })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const database = new DatabaseSync(databaseIn(dataDir), { readOnly: true, timeout: 30_000 })
  try {
    return database.prepare(text).all()
  } finally {
    database.close()
  }
}
