import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

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
export function useDatabases(): () => Promise<string> {
  const made: string[] = []
  afterAll(() => dropDatabases(made.splice(0)))
  return async () => {
    const url = await createDatabase()
    made.push(url)
    return url
  }
}

/** The address of an empty one. */
export function createDatabase(): Promise<string> {
  const name = `ww_test_${randomBytes(8).toString('hex')}`
  return onServer(async (server, address) => {
    // Byte for byte, wherever the server is.
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`)
    const own = new URL(address)
    own.pathname = `/${name}`
    return own.href
  })
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
