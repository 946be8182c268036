import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { segmentRows } from '#ww/adapters/sqlite/cache/segment.js'
import { databaseIn } from '../support/database.js'
import { newMemories } from '../support/memories.js'
import { useMinds } from '../support/minds.js'
import { bodyOf, type RawServer, startRawServer } from '../support/raw-server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()
const minds = useMinds()

const secret = 'Marigold-7781'

/** Everything that may go well or wrong, with the same word in it everywhere. */
async function useThoroughly(server: RawServer): Promise<void> {
  await server.initialize()
  await server.request('tools/list')
  const { id } = bodyOf(
    await server.callTool('create_episode', { content: `The password is ${secret}.`, tags: [secret] }),
  )
  await server.callTool('remember', { text: `${secret} is the password.`, kind: 'note' })
  await server.callTool('recall', { query: `what is ${secret}?`, explain: true })
  await server.callTool('recall_episodes', { query: secret, limit: -1 })
  await server.callTool('query_at_time', { query: secret, point_in_time: secret })
  await server.callTool('mark_important', { episode_id: id })
  await server.callTool('create_episode', { content: '', context: { [secret]: secret } })
  await server.callTool('create_episode', { content: 'x', [secret]: secret })
  await server.callTool(secret, { text: secret })
  await server.request(secret, { text: secret })
  server.write(`{"${secret}": \n`)
  await server.refusal()
  server.process.stdin.end()
  await server.exit
}

describe('logs', () => {
  test.each(['debug', 'info', 'warn'])(
    'at %s stdout carries JSON-RPC messages alone, stderr lines of JSON, and none of them what was stored',
    async (level) => {
      const server = startRawServer({ dataDir: temporaryFolder(), env: { WW_LOG_LEVEL: level } })
      await useThoroughly(server)
      expect(server.lines.length).toBeGreaterThan(10)
      for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
      const logged = server.log().split('\n').filter(Boolean)
      for (const line of logged) expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) })
      expect(server.log()).not.toContain(secret)
      if (level !== 'debug') expect(logged).toEqual([])
    },
  )

  test('a failure of work that nobody waits for is logged, without what was stored', async () => {
    const dataDir = await minds.folderWith(await newMemories(Array.from({ length: segmentRows }, () => ({}))))
    const database = new DatabaseSync(databaseIn(dataDir))
    database.exec(`CREATE TRIGGER no_segments BEFORE INSERT ON row_segments
                   BEGIN SELECT RAISE(ABORT, 'no segments today'); END`)
    database.close()
    const server = startRawServer({ dataDir, env: { WW_LOG_LEVEL: 'warn' } })
    await server.initialize()
    expect(bodyOf(await server.callTool('remember', { text: secret }))).toHaveProperty('id')
    await expect.poll(() => server.log()).toContain('could not pack memories')
    expect(server.log()).toContain('no segments today')
    expect(server.log()).not.toContain(secret)
    server.process.stdin.end()
    await server.exit
  })

  test('a setting that cannot be used is one clear line on stderr and a failed start', async () => {
    const server = startRawServer({ dataDir: temporaryFolder(), env: { WW_RATE_LIMIT: 'many' } })
    expect(await server.exit).toEqual({ code: 1, signal: null })
    expect(server.lines).toEqual([])
    expect(server.log()).toMatch(/^world-weaver: WW_RATE_LIMIT must be [^\n]+\n$/)
  })
})
