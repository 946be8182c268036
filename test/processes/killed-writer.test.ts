import { describe, expect, test } from 'vitest'
import { idsIn, integrityOf, partsOf } from '../support/database.js'
import { bodyOf, startRawServer, useRawServer } from '../support/raw-server.js'
import { stressKills } from '../support/stress.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

/** Starts a writer that always has many calls on the way, and kills it the moment the last of `answers` is read. */
async function writeUntilKilled(dataDir: string, answers: number, manyAtOnce: number): Promise<string[]> {
  const server = startRawServer({ dataDir })
  await server.initialize()
  const answered: string[] = []
  async function write(): Promise<void> {
    while (answered.length < answers) {
      const body = bodyOf(
        await server.callTool('create_episode', { content: `Entry ${answered.length} in the logbook.` }),
      )
      // What was read before the signal counts as answered, however late it is noticed here.
      answered.push(body.id as string)
    }
    server.process.kill('SIGKILL')
  }
  await Promise.race([server.exit, Promise.all(Array.from({ length: manyAtOnce }, write))])
  expect(await server.exit).toMatchObject({ signal: 'SIGKILL' })
  expect(server.log()).toBe('')
  return answered
}

describe('[COM11] a writer that is killed', () => {
  test.each([
    ['right after the answer', 1],
    ['with sixteen calls on the way', 16],
  ])(
    `[COM11] %s, ${stressKills} times: every answered write is there, whole, and the next start is clean`,
    { timeout: 120_000 + stressKills * 20_000 },
    async (_, manyAtOnce) => {
      const dataDir = temporaryFolder()
      const answered: string[] = []
      for (let kill = 0; kill < stressKills; kill++) {
        answered.push(...(await writeUntilKilled(dataDir, 1 + ((kill * 7) % 40), manyAtOnce)))
        expect(integrityOf(dataDir)).toBe('ok')
        const ids = idsIn(dataDir)
        expect(answered.filter((id) => !ids.has(id))).toEqual([])
        const { memories, ...parts } = partsOf(dataDir)
        for (const [part, count] of Object.entries(parts)) expect(count, part).toBe(memories)
      }
      const next = useRawServer({ dataDir })
      await next.initialize()
      const body = bodyOf(await next.callTool('recall', { query: 'logbook', limit: 1 }))
      expect(body.total).toBe(idsIn(dataDir).size)
      expect(next.log()).toBe('')
    },
  )
})
