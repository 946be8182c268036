import { describe, expect, test } from 'vitest'
import { survivorsOf } from '../support/alive.js'
import { databaseIn } from '../support/database.js'
import { startHelper } from '../support/other-process.js'
import { program } from '../support/program.js'
import { bodyOf, startRawServer, useRawServer } from '../support/raw-server.js'
import { stressKills } from '../support/stress.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

/** Longer than the server gives its store to close. */
const patienceMs = 20_000

describe('`ww mcp` without its client', () => {
  test(`ends by itself when the client is killed in the middle of a call, ${stressKills} times`, {
    timeout: 60_000 + stressKills * 5_000,
  }, async () => {
    const dataDir = temporaryFolder()
    const servers: number[] = []
    for (let kill = 0; kill < stressKills; kill++) {
      const client = startHelper('client', [program], dataDir)
      servers.push(Number(await client.line()))
      client.process.kill('SIGKILL')
    }
    expect(servers.every((pid) => pid > 0)).toBe(true)
    expect(await survivorsOf(servers, patienceMs)).toEqual([])
  })

  test('ends cleanly when stdin is closed: before the first word, after the greeting, in the middle of calls', async () => {
    const dataDir = temporaryFolder()
    const silent = startRawServer({ dataDir })
    silent.process.stdin.end()
    expect(await silent.exit).toEqual({ code: 0, signal: null })

    const greeted = startRawServer({ dataDir })
    await greeted.initialize()
    greeted.process.stdin.end()
    expect(await greeted.exit).toEqual({ code: 0, signal: null })

    const busy = startRawServer({ dataDir })
    await busy.initialize()
    for (let call = 0; call < 50; call++) busy.callTool('remember', { text: `Call ${call} was on its way.` })
    busy.process.stdin.end()
    expect(await busy.exit).toEqual({ code: 0, signal: null })
    expect([silent.log(), greeted.log(), busy.log()]).toEqual(['', '', ''])
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly on %s', async (signal) => {
    const server = startRawServer({ dataDir: temporaryFolder() })
    await server.initialize()
    await server.callTool('recall', { query: 'anything' })
    server.process.kill(signal)
    expect(await server.exit).toEqual({ code: 0, signal: null })
  })

  test('ends when nobody reads its answers any more', async () => {
    const server = startRawServer({ dataDir: temporaryFolder() })
    await server.initialize()
    server.process.stdout.destroy()
    const exited = server.exit.then(() => true)
    const asking = setInterval(() => server.send({ jsonrpc: '2.0', id: 1, method: 'ping' }), 20)
    expect(await exited).toBe(true)
    clearInterval(asking)
  })

  test('ends although a write of its own waits for a lock that another process holds', async () => {
    const dataDir = temporaryFolder()
    const first = useRawServer({ dataDir })
    await first.initialize()
    await first.callTool('remember', { text: 'The file exists.' })
    const holder = startHelper('lock-holder', [databaseIn(dataDir)], dataDir)
    expect(await holder.line()).toBe('held')
    const blocked = startRawServer({ dataDir })
    await blocked.initialize()
    blocked.callTool('remember', { text: 'This one waits for the lock.' })
    await blocked.callTool('recall', { query: 'file' })
    const pid = blocked.process.pid!
    blocked.process.stdin.end()
    expect(await survivorsOf([pid], patienceMs)).toEqual([])
    await holder.release()
  })

  test('[ACT8] what was used right before the end is still recorded', async () => {
    const dataDir = temporaryFolder()
    const server = startRawServer({ dataDir })
    await server.initialize()
    const { id } = bodyOf(await server.callTool('remember', { text: 'The spare key hangs behind the clock.' }))
    const next = useRawServer({ dataDir })
    await next.initialize()
    expect(bodyOf(await next.callTool('get_memory', { id })).last_accessed).toBeUndefined()
    await server.callTool('recall', { query: 'where is the spare key?' })
    server.process.stdin.end()
    await server.exit
    expect(bodyOf(await next.callTool('get_memory', { id })).last_accessed).toBeDefined()
  })
})
