import { afterAll, describe, expect, test } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import type { Pool } from '#ww/adapters/postgres/connection/driver.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { aNewMemory, idOf, newMemories, start } from '../support/memories.js'
import { usePostgres } from '../support/postgres/postgres.js'
import { wrapClient } from '../support/postgres/wrapped-client.js'

const postgres = usePostgres()()

/** Counts how often the server is waited for: what is asked in one turn travels together. */
function countingPool(create: () => Promise<Pool>) {
  const counted = { turns: 0 }
  let isCounted = false
  const note = () => {
    if (isCounted) return
    isCounted = true
    counted.turns++
    setImmediate(() => {
      isCounted = false
    })
  }
  const createPool = async (): Promise<Pool> => {
    const pool = await create()
    return {
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect()
        return wrapClient(client, (query) => {
          note()
          return client.query(query)
        })
      },
    }
  }
  return { counted, createPool }
}

describe('writing to PostgreSQL', () => {
  const { counted, createPool } = countingPool(postgres.createPool)
  const connections = new Connections({ url: '', createPool })
  const store = openPostgresStore({ backupFiles, url: '', tenant: 'writer', connections })
  afterAll(async () => {
    await store.close()
    await connections.close()
  })

  test('a batch of many costs as few round trips as a batch of one', async () => {
    const texts = (count: number) =>
      newMemories(Array.from({ length: count }, (_, number) => ({ text: `heron ${number}` })))
    await store.commit({ at: start, add: await texts(512) })
    const tripsFor = async (count: number) => {
      const add = await texts(count)
      const before = counted.turns
      await store.commit({ at: start, add })
      return counted.turns - before
    }
    expect(await tripsFor(1)).toBeLessThanOrEqual(3)
    expect(await tripsFor(512)).toBeLessThanOrEqual(3)
  })

  test('[COM11] what only the server refuses is refused alone', async () => {
    const texts = ['one', 'not \0 for PostgreSQL', 'three']
    const added = await Promise.all(texts.map((text, number) => aNewMemory({ id: idOf(number), summary: text })))
    const results = await Promise.allSettled(added.map((each) => store.commit({ at: start, add: [each] })))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await store.get(added.map(({ memory }) => memory.id))).map((memory) => memory?.summary)).toEqual([
      'one',
      undefined,
      'three',
    ])
  })

  test('tenants share a database and nothing else', async () => {
    const [here, there] = ['here', 'there'].map((tenant) =>
      openPostgresStore({ backupFiles, url: '', tenant, connections }),
    )
    await here!.commit({ at: start, add: [await aNewMemory({ id: idOf(1), text: 'heron' })] })
    await here!.commit({ at: start, add: [await aNewMemory({ id: idOf(2), text: 'heron' })] })
    expect(await there!.get([idOf(1)])).toEqual([undefined])
    expect(await there!.commit({ at: start, add: [await aNewMemory({ id: idOf(1), text: 'pond' })] })).toBe(1)
    expect(await there!.newestSeq()).toBe(1)
    expect(await here!.newestSeq()).toBe(2)
    expect((await here!.get([idOf(1)]))[0]?.text).toBe('heron')
    expect((await there!.stats()).terms).toBe(1)
    await Promise.all([here!.close(), there!.close()])
  })

  test('what has no vector is found wherever it stands, portion by portion', async () => {
    const [sparse, fresh] = [1, 2].map(() => openPostgresStore({ backupFiles, url: '', tenant: 'sparse', connections }))
    const pool = await postgres.createPool()
    const client = await pool.connect()
    const skipTo = (row: number) =>
      client.query({
        text: "UPDATE totals SET row = $1 FROM tenants WHERE tenants.tenant_id = totals.tenant_id AND tenants.name = 'sparse'",
        values: [row],
      })
    await sparse!.commit({ at: start, add: await newMemories([{ id: idOf(1) }]) })
    for (const [number, row] of [25_000, 95_000].entries()) {
      await skipTo(row)
      await sparse!.commit({ at: start, add: await newMemories([{ id: idOf(number + 2), vector: null }]) })
    }
    client.release()
    await pool.end()
    const { model } = (await aNewMemory()).vector!
    const idsIn = async (limit: number) => (await sparse!.unembedded(model, limit)).map(({ id }) => id)
    expect(await idsIn(1)).toEqual([idOf(2)])
    const embed = [{ id: idOf(2), vector: (await aNewMemory()).vector! }]
    await sparse!.commit({ at: start, embed })
    expect(await idsIn(10)).toEqual([idOf(3)])
    await sparse!.commit({ at: start, embed: [{ ...embed[0]!, id: idOf(3) }] })
    expect(await idsIn(10)).toEqual([])
    // Another process only counts, where none is missing.
    expect(await fresh!.unembedded(model, 10)).toEqual([])
    await sparse!.commit({ at: start, add: await newMemories([{ id: idOf(4), vector: null }]) })
    expect(await idsIn(10)).toEqual([idOf(4)])
    expect(await fresh!.unembedded(model, 10)).toMatchObject([{ id: idOf(4) }])
    expect(await fresh!.unembedded(model, 10, AbortSignal.abort())).toEqual([])
    expect(await fresh!.unembedded('another', 10)).toMatchObject([{ id: idOf(1) }])
    await Promise.all([sparse!.close(), fresh!.close()])
  })
})
