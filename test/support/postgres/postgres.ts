import { afterAll } from 'vitest'
import { createPool, type Pool } from '#ww/adapters/postgres/connection/driver.js'
import { hasServer, useDatabases } from './databases.js'
import { openPglite } from './pglite-pool.js'

/** What connections to an empty database are made with. */
export interface TestPostgres {
  readonly url: string
  readonly createPool: () => Promise<Pool>
}

/**
 * To be called where tests are described: each call of the answer is an empty database, made when it is first connected
 * to: of the server, or PGlite's where there is none. All go when the tests end.
 */
export function usePostgres(): () => TestPostgres {
  const newDatabase = hasServer() ? useDatabases() : undefined
  const sessions: ReturnType<typeof openPglite>[] = []
  afterAll(async () => {
    for (const session of sessions.splice(0)) await (await session).close()
  })
  return () => {
    if (newDatabase !== undefined) {
      let url: Promise<string> | undefined
      const createOwnPool = async () => {
        url ??= newDatabase()
        return createPool(await url, 4)
      }
      return { url: '', createPool: createOwnPool }
    }
    let session: ReturnType<typeof openPglite> | undefined
    const createOwnPool = async () => {
      if (session === undefined) {
        session = openPglite()
        sessions.push(session)
      }
      return (await session).createPool()
    }
    return { url: '', createPool: createOwnPool }
  }
}
