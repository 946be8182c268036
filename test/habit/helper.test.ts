import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { findHelper, writeClaim } from '#ww/app/hook/helper/helper-claim.js'
import { isNewer } from '#ww/app/hook/helper/is-newer.js'
import { stopHelper } from '#ww/app/hook/helper/stop-helper.js'
import { readHookRecords } from '#ww/app/hook/records/hook-records.js'
import { isAlive } from '#ww/is-alive.js'
import { json, run, runProgram } from '../cli/ww.js'
import { folder, prompt, silence, staging, useAgent } from './agent.js'

useAgent()

const dataDir = () => join(folder, 'data')
const habit = () => join(dataDir(), 'habit')
const helperSockets = () => readdirSync(habit()).filter((name) => name.endsWith('.helper.sock'))
/** By a process that is gone: one that is still here would be one more that uses the file. */
const rememberBefore = () => runProgram(folder, ['remember', staging], { env: { WW_PROJECT: 'acme/harbor' } })

/** As a client runs it, with its time limit. */
const ask = (session: string, env: Readonly<Record<string, string>> = {}) =>
  runProgram(folder, ['hook', 'prompt'], {
    input: JSON.stringify({ session_id: session, cwd: folder, ...prompt }),
    env: { WW_PROJECT: 'acme/harbor', WW_HOOK_HELPER: '1', ...env },
  })

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Until it listens: hooks of a busy machine may have no time to start one. */
async function startHelper(): Promise<number> {
  await until(async () => {
    await ask(crypto.randomUUID())
    return findHelper(dataDir()) !== undefined
  })
  await until(() => helperSockets().length > 0)
  return findHelper(dataDir())!.pid
}

/** The helper as its own program, with shorter times. */
function runHelper(times: object): Promise<number | null> {
  const built = pathToFileURL('dist/app/hook/helper/run-helper.js').href
  const program = `import { runHelper } from ${JSON.stringify(built)}; await runHelper(${JSON.stringify(dataDir())}, ${JSON.stringify(times)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', resolve))
}

describe('[HOK15] the helper', { timeout: 120_000 }, () => {
  afterEach(async () => {
    await stopHelper(dataDir())
  })

  test('[HOK15] ten hooks at once start one, which answers those that follow, and is named by ww doctor', async () => {
    await rememberBefore()
    await Promise.all(Array.from({ length: 10 }, (_, each) => ask(`first-${each}`)))
    const pid = await startHelper()
    expect(helperSockets()).toEqual([`${pid}.helper.sock`])
    await until(async () => (await ask(crypto.randomUUID())).stdout.includes(staging))
    expect(readHookRecords(dataDir()).at(-1)).toMatchObject({ hook: 'prompt', outcome: 'spoke', by: 'helper' })
    const { usage } = await json(folder, ['doctor'])
    expect(usage.processes).toEqual([])
    expect(usage.helper).toMatchObject({ pid, since: expect.stringMatching(/^\d{4}-/), bytes: expect.any(Number) })
    expect(usage.helper.bytes).toBeLessThan(200 * 2 ** 20)
    expect((await run(folder, ['doctor'])).stdout).toMatch(new RegExp(`hook helper +${pid}, since `))
  })

  test('[HOK15] sees what was stored after it started', async () => {
    await rememberBefore()
    await startHelper()
    const later = 'The invoice numbers are drawn inside the transaction, so that none is missing.'
    await runProgram(folder, ['remember', later], { env: { WW_PROJECT: 'acme/harbor' } })
    const input = JSON.stringify({ session_id: 's', cwd: folder, prompt: 'where are the invoice numbers drawn?' })
    const told = await runProgram(folder, ['hook', 'prompt', '--wait'], { input, env: { WW_PROJECT: 'acme/harbor' } })
    expect(told.stdout).toContain(later)
    expect(readHookRecords(dataDir()).at(-1)).toMatchObject({ by: 'helper' })
  })

  test('[HOK15] is not started where WW_HOOK_HELPER=0', async () => {
    await rememberBefore()
    await ask('one', { WW_HOOK_HELPER: '0' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(existsSync(join(habit(), 'helper.starting'))).toBe(false)
    expect(findHelper(dataDir())).toBeUndefined()
  })

  test('[HOK15] a server is asked before it', async () => {
    await rememberBefore()
    await startHelper()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.end(JSON.stringify({ spoken: { text: 'from the server', ids: [], tokens: 3 } })))
    })
    await new Promise<void>((resolve) => server.listen(join(habit(), `${process.ppid}.sock`), resolve))
    const input = JSON.stringify({ session_id: 's', cwd: folder, ...prompt })
    const told = await runProgram(folder, ['hook', 'prompt', '--wait'], { input, env: { WW_PROJECT: 'acme/harbor' } })
    server.close()
    expect(told.stdout).toContain('from the server')
  })

  test('[HOK15] ww restore ends it and puts the backup in place', async () => {
    await rememberBefore()
    const backup = join(folder, 'kept.backup')
    await runProgram(folder, ['backup', backup])
    const pid = await startHelper()
    expect((await runProgram(folder, ['restore', backup])).code).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  test('[HOK15] one that was killed is no helper any more, and what it left is in nobody’s way', async () => {
    await rememberBefore()
    const pid = await startHelper()
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    expect(findHelper(dataDir())).toBeUndefined()
    const input = JSON.stringify({ session_id: 's', cwd: folder, ...prompt })
    const told = await runProgram(folder, ['hook', 'prompt', '--wait'], { input, env: { WW_PROJECT: 'acme/harbor' } })
    expect(told.stdout).toContain(staging)
    expect(helperSockets()).toEqual([])
  })
})

describe('[HOK15] the helper ends by itself', { timeout: 120_000 }, () => {
  const long = { idleMs: 100_000, checkMs: 20 }
  const listening = () => until(() => existsSync(habit()) && helperSockets().length > 0)

  test('[HOK15] when nobody asked for a while, and leaves nothing behind', async () => {
    await rememberBefore()
    expect(await runHelper({ idleMs: 300, checkMs: 20 })).toBe(0)
    expect(readdirSync(habit())).toEqual([])
  })

  test('[HOK15] when the data directory is gone', async () => {
    await rememberBefore()
    const ended = runHelper(long)
    await listening()
    renameSync(dataDir(), join(folder, 'elsewhere'))
    expect(await ended).toBe(0)
    expect(existsSync(dataDir())).toBe(false)
  })

  test('[HOK15] when another file is in the place of the store', async () => {
    await rememberBefore()
    const ended = runHelper(long)
    await listening()
    const store = join(dataDir(), 'world-weaver.db')
    cpSync(store, `${store}.new`)
    renameSync(`${store}.new`, store)
    expect(await ended).toBe(0)
  })

  test('[HOK15] when another helper has its place', async () => {
    await rememberBefore()
    const ended = runHelper(long)
    await listening()
    const claim = { pid: process.pid, birth: null, since: '2026-01-01T00:00:00.000Z', version: '1.0.0' }
    writeClaim(dataDir(), claim)
    expect(await ended).toBe(0)
    expect(JSON.parse(readFileSync(join(habit(), 'helper.json'), 'utf8'))).toEqual(claim)
  })

  test('[HOK15] is not begun where another runs', async () => {
    await rememberBefore()
    const first = runHelper(long)
    await listening()
    const before = readFileSync(join(habit(), 'helper.json'), 'utf8')
    expect(await runHelper(long)).toBe(0)
    expect(readFileSync(join(habit(), 'helper.json'), 'utf8')).toBe(before)
    await stopHelper(dataDir())
    expect(await first).toBe(0)
  })

  test('[HOK15] a process that has its number by now is left alone', async () => {
    await rememberBefore()
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    writeClaim(dataDir(), { pid: other.pid!, birth: 'another', since: '2026-01-01T00:00:00.000Z', version: '1.0.0' })
    expect(await stopHelper(dataDir())).toBeUndefined()
    expect(isAlive(other.pid!)).toBe(true)
    other.kill()
  })

  test('[HOK15] a claim that cannot be read is none', async () => {
    await rememberBefore()
    await ask('one', { WW_HOOK_HELPER: '0' })
    for (const text of ['', 'null', '{"pid": -1}', '{"pid": 1']) {
      writeFileSync(join(habit(), 'helper.json'), text)
      expect(findHelper(dataDir())).toBeUndefined()
    }
    rmSync(join(habit(), 'helper.json'))
  })

  test.each([
    ['1.10.0', '1.9.9', true],
    ['1.9.9', '1.10.0', false],
    ['2.0.0', '2.0.0', false],
    ['2.0.0-beta.1', '2.0.0', false],
  ])('[HOK15] %s takes the place of %s: %s', (version, other, expected) => {
    expect(isNewer(version, other)).toBe(expected)
  })
})

test('[HOK16] a hook whose time runs out says so in its record', { timeout: 60_000 }, async () => {
  await rememberBefore()
  await ask('one', { WW_HOOK_HELPER: '0' })
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(join(habit(), `${process.pid}.sock`), resolve))
  expect(await ask('two', { WW_HOOK_HELPER: '0' })).toEqual(silence)
  server.close()
  expect(readHookRecords(dataDir()).at(-1)).toMatchObject({ hook: 'prompt', outcome: 'time', tokens: 0, ids: [] })
})
