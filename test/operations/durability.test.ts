import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { databasePath } from '#ww/app/configuration/data-dir.js'
import { useMcpServers } from '../support/mcp-session.js'
import { idsOf, type Mind, useMinds } from '../support/minds.js'

describe('durability', () => {
  const minds = useMinds()
  const startServer = useMcpServers()

  const isAccessed = async (mind: Mind, id: string) =>
    (await mind.call('get_memory', { id })).last_accessed !== undefined

  test('[COM11] a call that writes answers only when others see the write', async () => {
    const writer = minds.open()
    const reader = minds.open({ dataDir: writer.dataDir })
    for (let round = 0; round < 5; round++) {
      const { id } = await writer.call('create_episode', { content: `Round ${round} of the ferry.` })
      expect((await reader.call('get_memory', { id })).version).toBe(1)
      expect(idsOf((await reader.call('recall', { query: `ferry round ${round}` })).memories)).toContain(id)
      await writer.call('mark_important', { episode_id: id })
      expect(await reader.call('get_memory', { id })).toMatchObject({ version: 2, importance: 0.7 })
    }
  })

  test('[COM11] what was answered survives the sudden death of the server', async () => {
    const server = await startServer()
    const { body } = await server.call('create_episode', { content: 'The ferry sank at the pier.' })
    const marked = await server.call('mark_important', { episode_id: body.id, new_valence: 0.9 })
    expect(marked.isError).toBe(false)
    process.kill(server.pid, 'SIGKILL')
    const next = await startServer({ WW_DATA_DIR: server.dataDir })
    const found = await next.call('get_memory', { id: body.id })
    expect(found.body).toMatchObject({ content: 'The ferry sank at the pier.', importance: 0.9, version: 2 })
  })

  test('[ACT8] uses are written within a second, without another call', async () => {
    const mind = minds.open({ threads: 'workers' })
    const { id } = await mind.call('remember', { text: 'The ferry leaves at ten.' })
    const other = minds.open({ dataDir: mind.dataDir })
    await mind.call('recall', { query: 'when does the ferry leave' })
    await expect.poll(() => isAccessed(other, id), { timeout: 60_000 }).toBe(true)
  })

  test('[ACT8] uses are written at exit', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'The ferry leaves at ten.' })
    await mind.call('recall', { query: 'when does the ferry leave' })
    await mind.close()
    expect(await isAccessed(minds.open({ dataDir: mind.dataDir }), id)).toBe(true)
  })

  test('[ACT8] a recall never waits for a write lock', async () => {
    const mind = minds.open({ threads: 'workers' })
    const { id } = await mind.call('remember', { text: 'The ferry leaves at ten.' })
    const blocker = new DatabaseSync(databasePath(mind))
    try {
      blocker.exec('BEGIN IMMEDIATE')
      for (let round = 0; round < 20; round++) {
        const { memories } = await mind.call('recall', { query: 'when does the ferry leave' })
        expect(idsOf(memories)).toEqual([id])
      }
      // Long enough for the uses to be due: they wait for the lock, the next recall does not.
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      await mind.call('recall_episodes', { query: 'ferry' })
      expect(await isAccessed(mind, id)).toBe(false)
    } finally {
      blocker.exec('ROLLBACK')
      blocker.close()
    }
    await expect.poll(() => isAccessed(mind, id), { timeout: 60_000 }).toBe(true)
  })
})
