import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { bareEnvironment, main, runProgram } from './ww.js'

const newFolder = useTemporaryFolders()

function newScratch(): { folder: string; scratch: string } {
  const folder = newFolder()
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  return { folder, scratch }
}

test('the story comes true, and leaves nothing behind', async () => {
  const { folder, scratch } = newScratch()
  const { code, stdout, stderr } = await runProgram(folder, ['demo'], { env: { TMPDIR: scratch } })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const shown of ['automobile ~ car', 'Nothing relevant is stored.', 'What was known on', 'in three months']) {
    expect(stdout).toContain(shown)
  }
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(90)
  expect(readdirSync(scratch)).toEqual([])
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('its screen is pinned', async () => {
  const { stdout } = await runProgram(newFolder(), ['demo'])
  const lasting = stdout
    .replace(/ep-[0-9a-f-]{36}/g, 'ep-00000000-0000-7000-8000-000000000000')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC/g, '2026-01-01 12:00:00.000 UTC')
  await expect(lasting).toMatchFileSnapshot('golden/demo.txt')
})

test('--json is the transcript: every call, every answer, every claim', async () => {
  const { stdout } = await runProgram(newFolder(), ['demo', '--json'])
  const { scenes, next } = JSON.parse(stdout)
  expect(scenes).toHaveLength(5)
  const claims = scenes.flatMap((scene: { claims: { held: boolean }[] }) => scene.claims)
  expect(claims.length).toBeGreaterThanOrEqual(12)
  expect(claims.every(({ held }: { held: boolean }) => held)).toBe(true)
  const tools = scenes.flatMap((scene: { calls: { tool: string }[] }) => scene.calls.map(({ tool }) => tool))
  expect(new Set(tools)).toEqual(new Set(['remember', 'memory_stats', 'recall', 'get_memory', 'query_at_time']))
  expect(next.map(({ command }: { command: string }) => command)).toContain('npx -y world-weaver connect')
})

test.each([
  ['Ctrl-C', 'SIGINT', 130],
  ['a closed terminal', 'SIGHUP', 129],
] as const)('%s leaves nothing behind either', async (_, signal, code) => {
  const { folder, scratch } = newScratch()
  const child = spawn(process.execPath, [main, 'demo'], {
    env: { ...bareEnvironment(folder), TMPDIR: scratch },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (readdirSync(scratch).length === 0) await pause(5)
  await pause(100)
  child.kill(signal)
  expect(await ended).toBe(code)
  expect(readdirSync(scratch)).toEqual([])
})

test('nor does a reader that goes away', async () => {
  const { folder, scratch } = newScratch()
  const child = spawn(process.execPath, [main, 'demo'], {
    env: { ...bareEnvironment(folder), TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (readdirSync(scratch).length === 0) await pause(5)
  child.stdout.destroy()
  await ended
  expect(readdirSync(scratch)).toEqual([])
})
