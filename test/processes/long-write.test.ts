import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseIn } from '../support/database.js'
import { startHelper } from '../support/other-process.js'
import { type Server, useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

async function aServerThatKnowsSomething(): Promise<{ dataDir: string; server: Server }> {
  const dataDir = temporaryFolder()
  const server = await useServer({ dataDir })
  await server.ask('remember', { text: 'The ferry leaves at seven.' })
  return { dataDir, server }
}

async function holdWriteLock(dataDir: string) {
  const holder = startHelper('lock-holder', [databaseIn(dataDir)], dataDir)
  onTestFinished(() => void holder.process.kill('SIGKILL'))
  expect(await holder.line()).toBe('held')
  return holder
}

const pingAndRecall = async (server: Server): Promise<void> => {
  await server.client.ping()
  expect(await server.ask('recall', { query: 'when does the ferry leave?' })).toMatchObject({ nothing_relevant: false })
}

describe('a long write in another process', () => {
  test('[ACT8] while it holds the lock, pings and recalls are answered; a write waits and then succeeds', async () => {
    const { dataDir, server } = await aServerThatKnowsSomething()
    const holder = await holdWriteLock(dataDir)
    let isWritten = false
    const writing = server.ask('remember', { text: 'The ferry was late.' }).then(() => {
      isWritten = true
    })
    for (let turn = 0; turn < 50; turn++) await pingAndRecall(server)
    expect(isWritten).toBe(false)
    await holder.release()
    await writing
    expect(await server.ask('recall', { query: 'ferry' })).toMatchObject({ total: 2 })
    expect(server.log()).toBe('')
  })

  test('[ACT8] a server that starts while the lock is held recalls', async () => {
    const { dataDir } = await aServerThatKnowsSomething()
    const holder = await holdWriteLock(dataDir)
    const late = await useServer({ dataDir })
    await pingAndRecall(late)
    await holder.release()
    expect(late.log()).toBe('')
  })

  test('[ACT8] one batch of ten thousand memories freezes nobody else', { timeout: 120_000 }, async () => {
    const { dataDir, server } = await aServerThatKnowsSomething()
    const writer = startHelper('large-batch', [databaseIn(dataDir), '10000'], dataDir)
    expect(await writer.line()).toBe('started')
    let isEnded = false
    const ended = writer.line().then(() => {
      isEnded = true
    })
    let answered = 0
    for (; !isEnded; answered++) await pingAndRecall(server)
    await ended
    await writer.release()
    expect(answered).toBeGreaterThan(5)
    expect(await server.ask('recall', { query: 'warehouse', min_relevance: 0, limit: 1 })).toMatchObject({
      total: 10_001,
    })
  })
})
