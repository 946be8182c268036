import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { databaseIn } from '../support/database.js'
import { bodyOf, useRawServer } from '../support/raw-server.js'
import { type Server, startServer, useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

async function aFolderWithMemories(): Promise<string> {
  const dataDir = temporaryFolder()
  const server = await startServer({ dataDir })
  for (let count = 0; count < 30; count++) await server.ask('remember', { text: `Lamp ${count} was lit.` })
  await server.close()
  emptyLog(databaseIn(dataDir))
  return dataDir
}

/** A server that had to be killed leaves a write-ahead log, whose copies of pages would stand in for broken ones. */
function emptyLog(path: string): void {
  const database = new DatabaseSync(path, { timeout: 30_000 })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

const overwrite = (path: string, from: number, to: number): void => {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(to - from, 0xa5), 0, to - from, from)
  closeSync(file)
}

/** Greets, lists its tools, answers pings, and tells of the failure in the contract's shape and nothing else. */
async function expectConcealedFailure(server: Server): Promise<void> {
  expect((await server.client.listTools()).tools.length).toBeGreaterThan(5)
  for (const [tool, input] of [
    ['remember', { text: 'Will it be kept?' }],
    ['recall', { query: 'lamp' }],
  ] as const) {
    const { isError, body } = await server.call(tool, input)
    expect(isError, tool).toBe(true)
    expect(body).toEqual({ error: 'internal_error', message: expect.stringMatching(/Reference: [0-9a-f]{8}$/) })
    // The log has the cause, under the same number.
    const reference = /[0-9a-f]{8}$/.exec(body.message as string)![0]
    await expect.poll(() => server.log()).toContain(`"reference":"${reference}"`)
  }
  await server.client.ping()
}

describe('[COM8] a store that cannot be opened', () => {
  test('[COM8] a data directory that cannot be made', async () => {
    const blocked = join(temporaryFolder(), 'a-file')
    writeFileSync(blocked, 'not a folder')
    const server = await useServer({ dataDir: join(blocked, 'data') })
    await expectConcealedFailure(server)
    // Nothing needs a restart once the cause is gone.
    rmSync(blocked)
    expect(await server.call('remember', { text: 'Kept.' })).toMatchObject({ isError: false })
    expect(await server.call('recall', { query: 'kept' })).toMatchObject({ isError: false })
  })

  test('[COM8] a file that is no database', async () => {
    const dataDir = temporaryFolder()
    writeFileSync(databaseIn(dataDir), 'This is a shopping list.\n'.repeat(1_000))
    await expectConcealedFailure(await useServer({ dataDir }))
    expect(statSync(databaseIn(dataDir)).size).toBe(25_000)
  })

  test('[COM8] a database whose first pages were overwritten', async () => {
    const dataDir = await aFolderWithMemories()
    overwrite(databaseIn(dataDir), 100, 20_000)
    await expectConcealedFailure(await useServer({ dataDir }))
  })

  test('[COM8] a database that lost its pages in the middle answers everything, and lives', async () => {
    const dataDir = await aFolderWithMemories()
    overwrite(databaseIn(dataDir), 40_000, statSync(databaseIn(dataDir)).size)
    const server = await useServer({ dataDir })
    for (const [tool, input] of [
      ['remember', { text: 'Will it be kept?' }],
      ['recall', { query: 'lamp' }],
      ['memory_stats', {}],
    ] as const) {
      const { isError, body } = await server.call(tool, input)
      if (isError) expect(body).toEqual({ error: 'internal_error', message: expect.stringContaining('Reference: ') })
    }
    await server.client.ping()
  })

  test('a database of a newer World Weaver says to upgrade, and is not touched', async () => {
    const dataDir = await aFolderWithMemories()
    const database = new DatabaseSync(databaseIn(dataDir))
    database.exec('PRAGMA user_version = 999')
    database.close()
    const files = readdirSync(dataDir).filter((name) => !name.endsWith('-wal') && !name.endsWith('-shm'))
    const server = await useServer({ dataDir })
    const { isError, body } = await server.call('remember', { text: 'Will it be kept?' })
    expect(isError).toBe(true)
    expect(body).toEqual({ error: 'internal_error', message: expect.stringMatching(/schema 999.*newer.*Upgrade/) })
    await server.client.ping()
    await server.close()
    expect(readdirSync(dataDir).filter((name) => !name.endsWith('-wal') && !name.endsWith('-shm'))).toEqual(files)
  })

  test('[COM11] a full disk: writes are refused, what was answered stays and is recalled', async () => {
    const server = useRawServer({ dataDir: temporaryFolder(), isDiskSmall: true })
    await server.initialize()
    const answered: string[] = []
    let last: Record<string, unknown> = {}
    for (let count = 0; last.error === undefined && count < 500; count++) {
      const text = `Entry ${count} of the ship’s log. `.repeat(2_000)
      last = bodyOf(await server.callTool('remember', { text }))
      if (last.error === undefined) answered.push(last.id as string)
    }
    expect(last).toEqual({ error: 'internal_error', message: expect.stringContaining('Reference: ') })
    for (const id of answered) expect(bodyOf(await server.callTool('get_memory', { id }))).toMatchObject({ id })
    const recalled = bodyOf(await server.callTool('recall', { query: 'the log', limit: 1 }))
    expect(recalled).toMatchObject({ total: answered.length })
  })
})
