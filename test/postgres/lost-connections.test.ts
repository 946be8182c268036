import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { aNewMemory, idOf, start } from '../support/memories.js'
import { type CuttingPool, endAllConnections, openCuttingPool } from '../support/postgres/cutting-pool.js'
import { usePreparedDatabases } from '../support/postgres/databases.js'
import { findServer } from '../support/postgres/find-server.js'
import { type PrivateCluster, startCluster } from '../support/postgres/private-cluster.js'

const newDatabase = usePreparedDatabases()
const nothingListens = 'postgres://postgres@127.0.0.1:1/nowhere'

describe('a server that is away', () => {
  test('[COM11] a write says that nothing was written, without the address', async () => {
    const connections = new Connections({ url: nothingListens, retryTimeoutMs: 100 })
    const store = openPostgresStore({ backupFiles, url: nothingListens, tenant: 'anybody', connections })
    const refused = store.commit({ at: start, add: [await aNewMemory()] })
    await expect(refused).rejects.toMatchObject({
      code: 'internal_error',
      message: 'The database does not answer; nothing was written.',
    })
    await expect(store.get([idOf(1)])).rejects.toMatchObject({
      message: 'The database does not answer; nothing was read.',
    })
    await store.close()
    await connections.close()
  })

  test('who has never reached it waits less long than who has: the address may be wrong', async () => {
    const asked = new Connections({ url: nothingListens })
    const before = asked.retryTimeoutMs
    await asked.close()
    const url = await newDatabase()
    const reached = new Connections({ url })
    await reached.use(async () => undefined)
    expect(before).toBeLessThan(reached.retryTimeoutMs)
    await reached.close()
  })

  test('a host whose name nobody knows is not waited for', async () => {
    const url = 'postgres://weaver:geheim@nowhere.invalid/weaver'
    const connections = new Connections({ url, retryTimeoutMs: 1e9 })
    const store = openPostgresStore({ backupFiles, url, tenant: 'anybody', connections })
    await expect(store.newestSeq()).rejects.toMatchObject({
      code: 'internal_error',
      message: 'The host in WW_DATABASE_URL was not found',
    })
    await store.close()
    await connections.close()
  })
})

describe('a server that has become a standby', () => {
  /** What a session may do is settled when it begins, as it is when a server that was the primary is one no longer. */
  const setReadOnly = async (url: string, value: 'on' | 'off') => {
    const server = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
    await server.connect()
    const name = new URL(url).pathname.slice(1)
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
    await server.end()
  }

  test('[COM11] a write waits, and is made through a connection to the one that took its place', async () => {
    const url = await newDatabase()
    const first = openPostgresStore({ backupFiles, url, tenant: 'one' })
    await first.newestSeq()
    await first.close()
    await setReadOnly(url, 'on')
    const store = openPostgresStore({ backupFiles, url, tenant: 'one' })
    expect(await store.newestSeq()).toBe(0)
    const written = store.commit({ at: start, add: [await aNewMemory({ id: idOf(1) })] })
    await setReadOnly(url, 'off')
    expect(await written).toBe(1)
    expect((await store.get([idOf(1)]))[0]?.id).toBe(idOf(1))
    await store.close()
  })

  test('[COM11] one that stays so is said to be so', async () => {
    const url = await newDatabase()
    const connections = new Connections({ url, retryTimeoutMs: 100 })
    const store = openPostgresStore({ backupFiles, url, tenant: 'one', connections })
    await store.newestSeq()
    await setReadOnly(url, 'on')
    await endAllConnections(url)
    await expect(store.commit({ at: start, add: [await aNewMemory()] })).rejects.toMatchObject({
      message: 'The database can only be read, as a standby; nothing was written.',
    })
    await store.close()
    await connections.close()
  })
})

describe('a connection that is lost', () => {
  const opened: { close(): Promise<void> }[] = []
  let url: string
  let pool: CuttingPool
  let store: MemoryStore
  let tenants = 0

  const openStore = (tenant = `tenant ${++tenants}`): MemoryStore => {
    const connections = new Connections({ url, createPool: pool.createPool })
    const made = openPostgresStore({ backupFiles, url, tenant, connections })
    opened.push({ close: () => made.close().then(() => connections.close()) })
    return made
  }
  const added = async (number: number) => ({ at: start, add: [await aNewMemory({ id: idOf(number) })] })
  const changesOf = async (of: MemoryStore) => (await of.changes(0, 1_000)).map(({ id }) => id)

  beforeAll(async () => {
    url = await newDatabase()
    pool = openCuttingPool(url)
  })
  afterAll(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  test.each([
    ['before anything is looked up', 'ww lock totals', 'before'],
    ['while it is looked up', 'ww rows of ids', 'behind'],
    ['while it is written', 'ww add memories', 'behind'],
    ['just before the commit', 'COMMIT', 'before'],
    ['behind the commit, which nobody answers', 'COMMIT', 'behind'],
  ] as const)('[COM11] %s: the batch is written, once', async (_, statement, place) => {
    store = openStore()
    await store.commit(await added(1))
    pool.cut(statement, place)
    const seq = await store.commit(await added(2))
    expect(await changesOf(store)).toEqual([idOf(1), idOf(2)])
    expect(await store.newestSeq()).toBe(seq)
    expect((await store.query({}, { offset: 0, limit: 10 })).total).toBe(2)
  })

  test('[COM11] of a group of batches each is written once, and a refused one is refused', async () => {
    store = openStore()
    await store.commit(await added(1))
    pool.cut('COMMIT', 'behind')
    const results = await Promise.allSettled(
      [2, 1, 3].map(async (number) =>
        store.commit({ ...(await added(number)), checkpoints: { [`at ${number}`]: number } }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(new Set(await changesOf(store))).toEqual(new Set([idOf(1), idOf(2), idOf(3)]))
    expect(await store.checkpoints(['at 1', 'at 2', 'at 3'])).toEqual({ 'at 2': 2, 'at 3': 3 })
  })

  test('[ACT8] a use is counted once, whichever side of the commit it was on', async () => {
    store = openStore()
    await store.commit(await added(1))
    for (const place of ['before', 'behind'] as const) {
      pool.cut('COMMIT', place)
      await store.reinforce([{ id: idOf(1), at: start + 1, grade: 'easy' }], [])
    }
    expect((await store.get([idOf(1)]))[0]!.strength.uses).toBe(3)
  })

  test.each(['before', 'behind'] as const)('a question is asked again: %s', async (place) => {
    store = openStore()
    await store.commit(await added(1))
    pool.cut('ww get', place)
    expect((await store.get([idOf(1)]))[0]?.id).toBe(idOf(1))
    pool.cut('ww versions then', place)
    await store.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, importance: 1 }] })
    expect((await store.get([idOf(1)], start))[0]?.version).toBe(1)
  })

  test.each(['40001', '40P01'])('a transaction that stood in the way of another (%s) is made again', async (code) => {
    store = openStore()
    pool.refuse('ww add memories', code)
    await store.commit(await added(1))
    expect(await changesOf(store)).toEqual([idOf(1)])
  })

  test.each(['42P05', '26000'])('a pooler that loses prepared statements (%s) is named', async (code) => {
    store = openStore()
    await store.commit(await added(1))
    pool.refuse('ww rows of ids', code)
    await expect(store.commit(await added(2))).rejects.toThrow(/pooler .*"pool_mode = session"/)
    expect(await changesOf(store)).toEqual([idOf(1)])
  })

  test('all of them at once: the next call makes new ones', async () => {
    store = openStore()
    await store.commit(await added(1))
    await Promise.all([store.get([idOf(1)]), store.newestSeq(), store.languages()])
    await endAllConnections(url)
    await store.commit(await added(2))
    expect(await changesOf(store)).toEqual([idOf(1), idOf(2)])
  })

  test('whoever watches hears what is written afterwards', async () => {
    const tenant = 'watched'
    const [here, there] = [openStore(tenant), openStore(tenant)]
    const stop = new AbortController()
    const watching = here.watch(stop.signal)[Symbol.asyncIterator]()
    expect((await watching.next()).value).toBe(0)
    const next = watching.next()
    await endAllConnections(url)
    const seq = await there.commit(await added(1))
    expect(await next).toEqual({ done: false, value: seq })
    stop.abort()
    expect(await watching.next()).toMatchObject({ done: true })
  })

  test('[COM11] while connections end all the time, every answered batch is there, once', async () => {
    const stores = [1, 2, 3].map(() => openStore('many'))
    let isOver = false
    const cutting = (async () => {
      while (!isOver) {
        await endAllConnections(url)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })()
    const writing = stores.map(async (each, writer) => {
      for (let number = 0; number < 40; number++) await each.commit(await added(100 * writer + number))
    })
    await Promise.all(writing)
    isOver = true
    await cutting
    const ids = await changesOf(stores[0]!)
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
    const numbers = (await stores[0]!.changes(0, 1_000)).map(({ seq }) => seq)
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, place) => place + 1))
  })
})

const { programs } = findServer({}) ?? {}
if (programs !== undefined) {
  describe('a server that is killed and started again', () => {
    let cluster: PrivateCluster
    beforeAll(async () => {
      cluster = await startCluster(programs)
    })
    afterAll(() => cluster.stop())

    test('[COM11] every answered batch is there, once, and nobody had to be told', async () => {
      const { url } = cluster
      const stores = [1, 2].map(() => openPostgresStore({ backupFiles, url, tenant: 'many' }))
      await stores[0]!.newestSeq()
      let isOver = false
      const answered: string[] = []
      const writing = stores.map(async (store, writer) => {
        for (let number = 0; !isOver; number++) {
          const memory = await aNewMemory({ id: idOf(10_000 * writer + number) })
          await store.commit({ at: start, add: [memory] })
          answered.push(memory.memory.id)
        }
      })
      for (let times = 0; times < 2; times++) {
        const before = answered.length
        while (answered.length < before + 20) await new Promise((resolve) => setTimeout(resolve, 5))
        await cluster.restart()
      }
      isOver = true
      await Promise.all(writing)
      const ids = (await stores[0]!.changes(0, 100_000)).map(({ id }) => id)
      expect(ids.sort()).toEqual(answered.sort())
      for (const store of stores) await store.close()
    })
  })
}
