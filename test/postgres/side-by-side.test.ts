import { expect, onTestFinished, test } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { Database } from '#ww/adapters/postgres/connection/database.js'
import type { Sql } from '#ww/adapters/postgres/connection/sql.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { aNewMemory, start } from '../support/memories.js'
import { usePreparedDatabases } from '../support/postgres/databases.js'

const newDatabase = usePreparedDatabases()

async function aDatabase(maxConnections?: number) {
  const connections = new Connections({ url: await newDatabase(), maxConnections })
  const store = openPostgresStore({ backupFiles, url: '', tenant: 'own', connections })
  onTestFinished(async () => {
    await store.close()
    await connections.close()
  })
  const tell = async (text: string) => store.commit({ at: start, add: [await aNewMemory({ text })] })
  await tell('first')
  return { database: new Database(connections, 'own'), tell }
}

const textsOf = async (sql: Sql) =>
  (await sql.all<{ text: string }>('SELECT text FROM memories WHERE tenant_id = $1')).map(({ text }) => text)
const processOf = async (sql: Sql) =>
  (await sql.find<{ pid: number }>('SELECT pg_backend_pid() AS pid WHERE $1::int > 0'))?.pid

test('[REC12] what is asked beside a snapshot is answered by another process of the server, of the same moment', async () => {
  const { database, tell } = await aDatabase()
  await database.snapshot(async (sql, beside) => {
    expect(await textsOf(sql)).toEqual(['first'])
    await tell('told meanwhile')
    const other = await beside()
    expect(await processOf(other)).not.toBe(await processOf(sql))
    expect(await textsOf(other)).toEqual(['first'])
    expect(await beside()).toBe(other)
  })
  expect(await database.read(textsOf)).toEqual(['first', 'told meanwhile'])
})

test('where no connection is to spare, the snapshot answers by itself: nobody waits for a second one', async () => {
  const { database } = await aDatabase(1)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => database.snapshot(async (_, beside) => textsOf(await beside()))),
  )
  expect(answers).toEqual(Array(4).fill(['first']))
})

test('many at once come to an end, and give back what they took', async () => {
  const { database } = await aDatabase(4)
  const look = () =>
    database.snapshot(async (sql, beside) => [...(await textsOf(sql)), ...(await textsOf(await beside()))])
  for (const answer of await Promise.all(Array.from({ length: 30 }, look))) expect(answer).toEqual(['first', 'first'])
  await expect(database.snapshot(async (_, beside) => (await beside()).all('SELECT $1::int / 0'))).rejects.toThrow(
    /zero/,
  )
  expect(await look()).toEqual(['first', 'first'])
})
