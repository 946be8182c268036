import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { openWorldWeaver } from '#ww/index.js'
import type { Log } from '#ww/ports/log.js'
import { newMemories, start } from '../support/memories.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

const aMind = () => openWorldWeaver({ dataDir: temporaryFolder(), project: 'tests', logLevel: 'silent' })

/** Every one of its connections has been opened. */
async function aUsedStore() {
  const path = join(temporaryFolder(), 'memories.db')
  const store = openSqliteStore({ path })
  const [memory] = await newMemories([{}])
  await store.commit({ at: start, add: [memory!] })
  await store.newestSeq()
  await store.backup(`${path}.backup`)
  return { path, store }
}

describe('closing a memory', () => {
  test('[COM11] waits for what is under way, and all of it is answered', async () => {
    const mind = aMind()
    const calls = Array.from({ length: 20 }, (_, n) => mind.call('remember', { text: `Lantern ${n} was lit.` }))
    await mind.close()
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(20)
  })

  test('waits for the start of what works in the background', async () => {
    const mind = aMind()
    const warm = mind.warmUp()
    await mind.close()
    await expect(warm).resolves.toBeUndefined()
  })

  test('a call that comes later is refused, and a second close is none', async () => {
    const mind = aMind()
    await mind.call('remember', { text: 'The lantern was lit.' })
    await mind.close()
    await expect(mind.call('recall', { query: 'lantern' })).rejects.toMatchObject({ code: 'internal_error' })
    await mind.close()
  })

  test('right behind a write makes no noise', async () => {
    const warnings: string[] = []
    const log: Log = { debug() {}, info() {}, warn: (message) => void warnings.push(message), error() {} }
    for (let turn = 0; turn < 20; turn++) {
      const store = openSqliteStore({ path: join(temporaryFolder(), 'memories.db'), log })
      await store.newestSeq()
      const [memory] = await newMemories([{}])
      await store.commit({ at: start, add: [memory!] })
      await store.close()
    }
    expect(warnings).toEqual([])
  })

  test('leaves everything in the database itself: no write-ahead log stays', async () => {
    // Many at a time, so that threads come between each other.
    const left: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      const stores = await Promise.all(Array.from({ length: 10 }, aUsedStore))
      await Promise.all(stores.map(({ store }) => store.close()))
      left.push(...stores.map(({ path }) => `${path}-wal`).filter((path) => existsSync(path)))
    }
    expect(left).toEqual([])
  })
})
