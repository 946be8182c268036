import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { version } from '#ww/app/configuration/version.js'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { tryServer } from '#ww/app/connect/try-server.js'
import { bareEnvironment, main, runProgram } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { snapshot } from './home.js'

const newFolder = useTemporaryFolders()
const platform = process.platform
const real = { node: process.execPath, program: main, version }

function homeThatStarts(installation: { node: string; program: string; version: string }, variables = {}) {
  const folder = newFolder()
  const env = { ...bareEnvironment(folder), ...variables }
  mkdirSync(join(folder, '.cursor'))
  writeFileSync(join(folder, '.cursor', 'mcp.json'), '{ "theme": "dark" }\n')
  const dataDir = join(newFolder(), 'data')
  const connections = openConnections({
    dataDir,
    isChosen: true,
    installation,
    machine: { platform, home: folder, env },
  })
  return { folder, dataDir, connections }
}

/** A program that says why it does not work, if it says anything. */
function brokenProgram(text: string) {
  const program = join(newFolder(), 'main.js')
  writeFileSync(program, text)
  return { ...real, program }
}

describe('[CNN3] what was written is started as the client would', () => {
  test('[CNN3] and only if it answers is the client connected', async () => {
    const { folder, dataDir, connections } = homeThatStarts(real)
    const told: string[] = []
    const [first] = await connections.connect(['cursor'], { check: true, onTrial: (name) => told.push(name) })
    expect(first).toMatchObject({ status: 'changed', answered_ms: expect.any(Number) })
    const [again] = await connections.connect(['cursor'], { check: true })
    expect(again).toMatchObject({ status: 'unchanged', answered_ms: expect.any(Number) })
    expect(told).toEqual(['Cursor'])
    // The trial makes no store; what is there is the backup of the settings.
    expect(readdirSync(dataDir)).toEqual(['habit'])
    expect(readFileSync(join(folder, '.cursor', 'mcp.json'), 'utf8')).toContain('world-weaver')
  })

  test.each([
    ['a Node.js that is gone', { ...real, node: '/gone/bin/node' }, '/gone/bin/node does not exist'],
    ['a program that is gone', { ...real, program: '/gone/dist/app/main.js' }, '/gone/dist/app/main.js does not exist'],
    [
      'one that ends',
      'console.error("no disk\\n\\nno luck"); process.exit(3)',
      'it ended with code 3 before it answered: no disk / no luck',
    ],
    ['one that is killed', 'process.kill(process.pid, "SIGKILL")', 'it ended with SIGKILL before it answered'],
    [
      'one that says something else',
      'console.log("hello"); process.exit(0)',
      'it ended with code 0 before it answered',
    ],
  ])('[CNN3] %s is named, and the settings are byte for byte as they were', async (_, broken, problem) => {
    const { folder, dataDir, connections } = homeThatStarts(typeof broken === 'string' ? brokenProgram(broken) : broken)
    const before = snapshot(folder)
    const [outcome] = await connections.connect(['cursor'], { check: true })
    expect(outcome).toMatchObject({ status: 'failed', changes: [] })
    expect(outcome!.problem).toBe(
      `Cursor is not connected, because World Weaver did not start as Cursor would start it: ${problem}. The settings are as they were`,
    )
    expect(snapshot(folder)).toEqual(before)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('[CNN3] of a client with several files, all are as they were, and so is a former connection', async () => {
    const { folder, connections } = homeThatStarts(real)
    await connections.connect(['claude-code'], {})
    const connected = snapshot(folder)
    const broken = openConnections({
      dataDir: join(newFolder(), 'data'),
      installation: { ...real, program: '/gone/main.js' },
      machine: { platform, home: folder, env: bareEnvironment(folder) },
    })
    const [outcome] = await broken.connect(['claude-code'], { check: true })
    expect(outcome!.status).toBe('failed')
    expect(snapshot(folder)).toEqual(connected)
    await connections.disconnect(['claude-code'], {})
    expect(readdirSync(folder)).toEqual(['.cursor'])
  })

  test('[CNN3] a store that is there is opened, and no memory is used or changed', async () => {
    const { folder, dataDir, connections } = homeThatStarts(real)
    const ran = await runProgram(folder, ['remember', 'The gulls are fed at dawn', '--data-dir', dataDir])
    expect(ran.code).toBe(0)
    const exported = async () => (await runProgram(folder, ['export', '-', '--data-dir', dataDir])).stdout
    const before = await exported()
    const [outcome] = await connections.connect(['cursor'], { check: true })
    expect(outcome).toMatchObject({ status: 'changed' })
    expect(await exported()).toBe(before)
    // It was this store that was opened: one that is damaged is noticed.
    writeFileSync(join(dataDir, 'world-weaver.db'), damaged(readFileSync(join(dataDir, 'world-weaver.db'))))
    const [again] = await connections.connect(['cursor'], { check: true })
    expect(again).toMatchObject({ status: 'failed', problem: expect.stringContaining('damaged') })
  })

  test('[CNN3] memories of a newer version are a failure, and so is a database that cannot be reached', async () => {
    const { folder, dataDir, connections } = homeThatStarts(real)
    await runProgram(folder, ['remember', 'The gulls are fed at dawn', '--data-dir', dataDir])
    const file = new DatabaseSync(join(dataDir, 'world-weaver.db'))
    file.exec('PRAGMA user_version = 99')
    file.close()
    const before = snapshot(folder)
    const [newer] = await connections.connect(['cursor'], { check: true })
    expect(newer).toMatchObject({ status: 'failed', problem: expect.stringContaining('schema 99') })
    expect(snapshot(folder)).toEqual(before)
    const entry = { command: process.execPath, args: [main, 'mcp'] }
    const at = (url: string) => ({ ...entry, env: { WW_DATABASE_URL: url } })
    const machine = { platform, home: folder, env: bareEnvironment(folder) }
    const problem = 'postgres://nobody@127.0.0.1:1/none: connect ECONNREFUSED 127.0.0.1:1'
    expect(await tryServer(at('postgres://nobody:secret@127.0.0.1:1/none'), machine)).toEqual({ works: false, problem })
    expect(await tryServer(at('mysql://x'), machine)).toMatchObject({
      works: false,
      problem: expect.stringMatching(/^WW_DATABASE_URL must be/),
    })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '[CNN3] %s during the trial takes back what was written',
    async (signal) => {
      const { folder } = homeThatStarts(real)
      const before = snapshot(join(folder, '.cursor'))
      // It never answers, and ends when its input does.
      const { program } = brokenProgram('process.stdin.resume()')
      const connect = `
      const { openConnections } = await import(${JSON.stringify(join(main, '..', 'connect', 'open-connections.js'))})
      const connections = openConnections({
        dataDir: ${JSON.stringify(join(folder, 'data'))},
        installation: { node: process.execPath, program: ${JSON.stringify(program)}, version: '1.2.3' },
        machine: { platform: process.platform, home: ${JSON.stringify(folder)}, env: {} },
      })
      await connections.connect(['cursor'], { check: true, onTrial: () => console.log('trying') })`
      const child = spawn(process.execPath, ['--input-type=module', '-e', connect], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      expect(snapshot(join(folder, '.cursor'))).not.toEqual(before)
      child.kill(signal)
      expect(await ended).toEqual([128 + constants.signals[signal], null])
      expect(snapshot(join(folder, '.cursor'))).toEqual(before)
    },
  )

  test('[CNN3] the address of a server that does not answer is no connection', async () => {
    const { folder, connections } = homeThatStarts(real)
    const before = snapshot(folder)
    const [outcome] = await connections.connect(['cursor'], { check: true, url: 'http://127.0.0.1:9/mcp' })
    expect(outcome).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('http://127.0.0.1:9/mcp?toolset=core does not answer'),
    })
    expect(snapshot(folder)).toEqual(before)
  })
})

/** The header stays: only a look at the pages tells. */
const damaged = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0x55)])
