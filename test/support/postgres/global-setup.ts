import { createServer, type Server } from 'node:net'
import type { TestProject } from 'vitest/node'
import { findServer } from './find-server.js'
import { type PrivateCluster, startCluster } from './private-cluster.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test asks for the server's address; 0 where there is none. */
    readonly postgresPort: number
  }
}

/**
 * Nothing outlives this server, so that it need not write to disk before it answers. Tests that kill a server start their
 * own. Databases of a test are too short-lived to be vacuumed.
 */
const shortLived = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum_naptime: '10min',
  checkpoint_timeout: '30min',
  max_wal_size: '4GB',
}

let desk: Server | undefined
let starting: Promise<PrivateCluster> | undefined

/** One server for all tests, started when the first one asks: most never do. */
export async function setup(project: TestProject): Promise<void> {
  const found = findServer()
  if (found === undefined) {
    project.provide('postgresPort', 0)
    return
  }
  const { url, programs = '' } = found
  desk = createServer((asking) => {
    if (url !== undefined) return asking.end(url)
    starting ??= startCluster(programs, shortLived)
    return starting.then(
      (cluster) => asking.end(cluster.url),
      (error: unknown) => asking.destroy(error as Error),
    )
  })
  await new Promise<void>((resolve) => desk?.listen(0, '127.0.0.1', resolve))
  project.provide('postgresPort', (desk.address() as { port: number }).port)
}

export async function teardown(): Promise<void> {
  desk?.close()
  await (await starting)?.stop()
}
