import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { createPool } from '#ww/adapters/postgres/connection/driver.js'
import { migrate } from '#ww/adapters/postgres/schema/migrate.js'
import { migrations } from '#ww/adapters/postgres/schema/schema.js'

/** False where there are no more than PGlite's one connection. */
export const hasServer = (): boolean => inject('postgresPort') > 0

/** Asks whoever runs the tests. */
function serverUrl(): Promise<string> {
  return new Promise((resolve, reject) => {
    let url = ''
    connect(inject('postgresPort'), '127.0.0.1')
      .on('data', (chunk) => {
        url += chunk.toString()
      })
      .once('error', reject)
      .once('close', () => (url === '' ? reject(new Error('PostgreSQL could not be started')) : resolve(url)))
  })
}

/** To be called where tests are described: each call of the answer makes an empty database; all go when the tests end. */
export const useDatabases = (): (() => Promise<string>) => useNew(createDatabase)

/** The same with databases that have our tables already. */
export const usePreparedDatabases = (): (() => Promise<string>) => useNew(createPreparedDatabase)

function useNew(create: () => Promise<string>): () => Promise<string> {
  const made: string[] = []
  afterAll(() => dropDatabases(made.splice(0)))
  return async () => {
    const url = await create()
    made.push(url)
    return url
  }
}

/** The address of an empty one. */
export const createDatabase = (): Promise<string> => onServer(createEmpty)

// Byte for byte, wherever the server is.
const createEmpty = (server: pg.Client, address: string): Promise<string> =>
  createFrom("template0 ENCODING 'UTF8' LOCALE 'C'", server, address)

async function createFrom(template: string, server: pg.Client, address: string): Promise<string> {
  const name = `ww_test_${randomBytes(8).toString('hex')}`
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  const own = new URL(address)
  own.pathname = `/${name}`
  return own.href
}

/** It stays on a server that is not ours, for the next run; other versions of the project may use the same server. */
const templateName = `ww_template_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)}`

/** The address of one with the newest schema: a copy of the first, since to make the tables takes longer than to copy them. */
export const createPreparedDatabase = (): Promise<string> =>
  onServer(async (server, address) => {
    await makeTemplate(server, address)
    return createFrom(templateName, server, address)
  })

/** One process at a time; the others find it made. */
async function makeTemplate(server: pg.Client, address: string): Promise<void> {
  await server.query('SELECT pg_advisory_lock(hashtext($1))', [templateName])
  try {
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [templateName])
    if (rowCount !== 0) return
    const url = await createEmpty(server, address)
    const pool = await createPool(url, 1)
    const client = await pool.connect()
    await migrate(client, migrations)
    client.release()
    await pool.end()
    await server.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} RENAME TO ${templateName}`)
  } finally {
    await server.query('SELECT pg_advisory_unlock(hashtext($1))', [templateName])
  }
}

export async function dropDatabases(urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return
  await onServer(async (server) => {
    for (const url of urls) await server.query(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
  })
}

async function onServer<Result>(work: (server: pg.Client, url: string) => Promise<Result>): Promise<Result> {
  const url = await serverUrl()
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  try {
    return await work(server, url)
  } finally {
    await server.end()
  }
}
