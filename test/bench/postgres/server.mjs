import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { loadSupport } from '../load-support.mjs'

/** A quarter of a small machine, as docs/postgres.md advises; durable as ever. */
const memory = { shared_buffers: '2GB', effective_cache_size: '6GB' }

/** Hands `work` the address of a server: of `WW_TEST_DATABASE_URL`, or of one that is started for it. */
export async function withServer(work) {
  const { findServer } = await loadSupport('postgres/find-server.ts')
  const found = findServer()
  if (found?.url !== undefined) return work(found.url)
  if (found === undefined) {
    process.stderr.write('There is no PostgreSQL with pgvector here: tell of one by WW_TEST_DATABASE_URL\n')
    process.exit(1)
  }
  const { startCluster } = await loadSupport('postgres/private-cluster.ts')
  const cluster = await startCluster(found.programs)
  try {
    await onServer(cluster.url, async (server) => {
      for (const [name, value] of Object.entries(memory)) await server.query(`ALTER SYSTEM SET ${name} = '${value}'`)
    })
    await cluster.restart()
    return await work(cluster.url)
  } finally {
    await cluster.stop()
  }
}

/** Hands `work` the address of an empty database there, gone afterwards. */
export async function withDatabase(serverUrl, work) {
  const name = `ww_bench_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (server) =>
    server.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`),
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  try {
    return await work(url.href)
  } finally {
    await onServer(serverUrl, (server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }
}

/** A connection for as long as `work` takes. */
export async function onServer(url, work) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What it is and how it is set, for the line above the tables. */
export function describeServer(url) {
  return onServer(url, async (server) => {
    const show = async (name) => (await server.query(`SHOW ${name}`)).rows[0][name]
    const version = (await show('server_version')).split(' ')[0]
    return `PostgreSQL ${version}, shared_buffers ${await show('shared_buffers')}, fsync ${await show('fsync')}, synchronous_commit ${await show('synchronous_commit')}`
  })
}
