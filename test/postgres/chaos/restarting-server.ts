import { onTestFinished } from 'vitest'
import { createDatabase, dropDatabases } from '../../support/postgres/databases.js'
import { findServer } from '../../support/postgres/find-server.js'
import { startCluster } from '../../support/postgres/private-cluster.js'
import { ask } from './verify.js'

/** An empty database whose server goes away and comes back. */
export interface RestartingServer {
  readonly url: string
  /** How it goes away. */
  readonly how: string
  restart(): Promise<void>
}

/** For one test. A server that somebody else runs is not ours to restart: it hangs up on everybody instead. */
export async function useRestartingServer(): Promise<RestartingServer> {
  const programs = findServer({ ...process.env, WW_TEST_DATABASE_URL: '' })?.programs
  if (programs === undefined) {
    const url = await createDatabase()
    onTestFinished(() => dropDatabases([url]))
    const hangUp = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'world-weaver'`
    return { url, how: 'times that the database server hung up', restart: async () => void (await ask(url, hangUp)) }
  }
  const cluster = await startCluster(programs)
  onTestFinished(() => cluster.stop())
  await ask(cluster.url, "CREATE DATABASE chaos TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
  const url = new URL(cluster.url)
  url.pathname = '/chaos'
  return { url: url.href, how: 'restarts of the database server', restart: cluster.restart }
}
