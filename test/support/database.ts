import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

export const databaseIn = (dataDir: string): string => join(dataDir, 'world-weaver.db')

function inDatabase<Result>(dataDir: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(databaseIn(dataDir), { readOnly: true, timeout: 30_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Of every file that the store has, by name; readers take note of themselves in the shared memory. */
export const fileDigests = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dataDir, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map(({ name }) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dataDir, name)))
          .digest('hex'),
      ]),
  )

/** SQLite's own verdict on the whole file. */
export const integrityOf = (dataDir: string): string =>
  inDatabase(dataDir, (database) => {
    const row = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
    return row.integrity_check
  })

/** Leases and packed copies are no memory, and no call's business. */
export const countedTables: readonly string[] = [
  'memories',
  'strengths',
  'versions',
  'labels',
  'edges',
  'vectors',
  'changes',
  'terms',
  'scenes',
  'bookmarks',
]

/** How many rows each table has. */
export const rowCounts = (dataDir: string): Record<string, number> =>
  inDatabase(dataDir, (database) => {
    const count = (table: string) => (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
    return Object.fromEntries(countedTables.map((table) => [table, count(table)]))
  })

/** Every memory has all its parts, and the totals agree: no write was half done. */
export const partsOf = (dataDir: string): Record<string, number> =>
  inDatabase(dataDir, (database) => {
    const number = (sql: string) => (database.prepare(sql).get() as { n: number }).n
    return {
      memories: number('SELECT count(*) AS n FROM memories'),
      strengths: number('SELECT count(*) AS n FROM strengths'),
      vectors: number('SELECT count(*) AS n FROM vectors'),
      postings: number('SELECT count(*) AS n FROM postings_docsize'),
      added: number('SELECT count(*) AS n FROM changes WHERE what = 1'),
      documents: number('SELECT documents AS n FROM totals'),
    }
  })

/** How many memories there are; 0 while another process is about to make the file. */
export function countIn(dataDir: string): number {
  try {
    return inDatabase(
      dataDir,
      (database) => database.prepare('SELECT count(*) AS n FROM memories').get() as { n: number },
    ).n
  } catch {
    return 0
  }
}

/** The ids of all memories. */
export const idsIn = (dataDir: string): ReadonlySet<string> =>
  inDatabase(
    dataDir,
    (database) => new Set((database.prepare('SELECT id FROM memories').all() as { id: string }[]).map(({ id }) => id)),
  )

/** Every row of every table, to compare before and after. Leases and packed copies are no call's business. */
export const allRows = (dataDir: string): Record<string, unknown[]> =>
  inDatabase(dataDir, (database) => {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all() as {
      name: string
    }[]
    const own = tables.filter(({ name }) => name !== 'leases' && !name.endsWith('_segments'))
    return Object.fromEntries(own.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]))
  })
