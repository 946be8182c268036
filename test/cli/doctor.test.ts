import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { checkDatabase } from '#ww/app/doctor/database.js'
import { checkModel } from '#ww/app/doctor/parts.js'
import { checkNode } from '#ww/app/doctor/surroundings.js'
import { leaveSocket, listenAt } from '../support/hook-sockets.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { run, runProgram } from './ww.js'

const newFolder = useTemporaryFolders()

interface Finding {
  readonly check: string
  readonly status: string
  readonly detail: string
  readonly mend?: string
}

async function examine(folder: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await runProgram(folder, ['doctor', '--json', ...args], { env })
  expect(stderr).toBe('')
  const report = JSON.parse(stdout)
  const find = (check: string): Finding => report.findings.find((finding: Finding) => finding.check === check)
  const unwell = report.findings.filter(({ status }: Finding) => status !== 'ok')
  return { code, report, find, unwell }
}

/** What a file holds and when it was written: all that doctor must not change. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mtimeMs } = statSync(join(folder, name))
    return [
      name,
      statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name)).toString('hex') : '',
      mtimeMs,
    ]
  })

describe('a good set-up', () => {
  test('all is well on an empty one, and it stays empty', async () => {
    const folder = newFolder()
    const { code, report, unwell } = await examine(folder)
    expect({ code, unwell }).toEqual({ code: 0, unwell: [] })
    expect(report.healthy).toBe(true)
    expect(readdirSync(folder)).toEqual([])
  })

  test('all is well on a used one, and not a byte changes', async () => {
    const folder = newFolder()
    await runProgram(folder, ['remember', 'The staging database moved to port 5433'])
    const before = contents(join(folder, 'data'))
    const { code, find, unwell } = await examine(folder, ['--full'])
    expect({ code, unwell }).toEqual({ code: 0, unwell: [] })
    expect(find('database').detail).toMatch(/^1 memory, .* schema \d+$/)
    expect(contents(join(folder, 'data'))).toEqual(before)
  })

  test('people get a list and a verdict', async () => {
    const { stdout } = await runProgram(newFolder(), ['doctor'])
    expect(stdout).toMatch(/✓ Node\.js {11}\d/)
    expect(stdout).toMatch(/All is well\.\n$/)
  })

  test('its screen is pinned', async () => {
    const folder = newFolder()
    const { stdout } = await runProgram(folder, ['doctor'], { env: { COLUMNS: '100' } })
    // What differs between machines and moments; the words and their places are what is looked at.
    const lasting = stdout
      .replace(/\n {22}/g, ' ')
      .replaceAll(folder, '~')
      .replace(/^World Weaver \S+/, 'World Weaver 0.0.0')
      .replace(/(?<=Node\.js +)\S+/, '20.19.0')
      .replace(/[\d.]+ [KMGT]iB free/, '75 GiB free')
      .replace(/\d+ ms to write, \d+ ms to recall/, '80 ms to write, 20 ms to recall')
      .replace(/answers \d+ ms/, 'answers 280 ms')
    await expect(lasting).toMatchFileSnapshot('golden/doctor.txt')
  })

  test('each setting says where it came from', async () => {
    const folder = newFolder()
    const { report } = await examine(folder, ['--session', 'mine'], { WW_PROJECT: 'shop' })
    const from = Object.fromEntries(
      report.configuration.map(({ name, value, from }: Record<string, string>) => [name, [value, from]]),
    )
    expect(from).toMatchObject({
      'data directory': [join(folder, 'data'), 'WW_DATA_DIR'],
      session: ['mine', '--session'],
      project: ['shop', 'WW_PROJECT'],
      'rate limit': ['100 calls a minute', 'default'],
    })
  })
})

describe('[AUD5] what is in use', () => {
  const usageOf = async (folder: string) => (await examine(folder)).report.usage

  test('[AUD5] nothing is, where nothing is yet', async () => {
    expect(await usageOf(newFolder())).toEqual({
      processes: [],
      disk: { database: 0, log: 0, backups: 0 },
      helper: null,
      hooks: {
        asked: 0,
        spoke: 0,
        silent_by_choice: 0,
        silent_for_want_of_time: 0,
        failed: 0,
        tokens: 0,
        median_ms: null,
        p95_ms: null,
      },
      not_kept: 0,
      silence: null,
    })
  })

  test('[AUD5] [HOK9] what pauses hooks, and for how long', async () => {
    const folder = newFolder()
    const silence = async (env: Readonly<Record<string, string>> = {}) =>
      (await examine(folder, [], env)).report.usage.silence
    expect(await silence({ WW_OFF: '1' })).toEqual({ by: 'WW_OFF', until: null })
    writeFileSync(join(folder, '.wwignore'), '')
    expect(await silence()).toEqual({ by: '.wwignore', until: null })
    const paused = await run(folder, ['pause', '--for', '2h'])
    expect(paused.stdout).toMatch(/^Hooks are paused until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/)
    expect(await silence()).toEqual({ by: 'ww pause', until: expect.stringMatching(/Z$/) })
    expect((await runProgram(folder, ['doctor'])).stdout).toMatch(/hooks +paused by ww pause, until \d{4}-/)
  })

  test('[AUD5] processes that run, with their memory, and not those that were killed', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data', 'habit'), { recursive: true, mode: 0o700 })
    // No process has so large a number.
    for (const name of ['2147483647.sock', 'paused.json']) writeFileSync(join(folder, 'data', 'habit', name), '')
    await listenAt(join(folder, 'data', 'habit', `${process.pid}.sock`))
    // What a process left that is gone; another has its number.
    leaveSocket(join(folder, 'data', 'habit', '1.sock'))
    const { processes } = await usageOf(folder)
    expect(processes).toEqual([{ pid: process.pid, bytes: expect.any(Number) }])
    expect(processes[0].bytes).toBeGreaterThan(10 * 1024 ** 2)
    const { stdout } = await runProgram(folder, ['doctor'])
    expect(stdout).toMatch(new RegExp(`processes +1: ${process.pid} \\(\\d+ MiB\\)`))
  })

  test('[AUD5] the database, its log and its copies', async () => {
    const folder = newFolder()
    await runProgram(folder, ['remember', 'something to keep'])
    const path = join(folder, 'data', 'world-weaver.db')
    writeFileSync(`${path}.schema-1.backup`, 'x'.repeat(2_000))
    expect((await usageOf(folder)).disk).toEqual({ database: statSync(path).size, log: 0, backups: 2_000 })
  })

  test('[AUD5] [HOK17] what hooks did in the last seven days, whatever else stands in the file', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data', 'habit'), { recursive: true, mode: 0o700 })
    const line = (daysAgo: number, outcome: string, ms: unknown, tokens = 0) => {
      const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
      return JSON.stringify({ at, hook: 'prompt', outcome, ms, by: 'helper', tokens, ids: [] })
    }
    const lines = [
      line(8, 'spoke', 50, 1_000),
      line(6, 'spoke', 50, 300),
      line(0, 'spoke', 70, 40),
      line(0, 'choice', 40),
      line(0, 'time', 600),
      line(0, 'choice', 'many'),
      '[]',
      'null',
      line(1, 'spoke', 2).slice(0, 20),
    ]
    writeFileSync(join(folder, 'data', 'habit', 'hooks.jsonl'), lines.join('\n'))
    const { hooks } = await usageOf(folder)
    expect(hooks).toMatchObject({ asked: 4, spoke: 2, silent_by_choice: 1, silent_for_want_of_time: 1, tokens: 340 })
    expect(hooks).toMatchObject({ median_ms: 50, p95_ms: 600 })
    const { stdout } = await run(folder, ['doctor'])
    expect(stdout).toMatch(/told to agents +340 tokens this week, 2 times/)
    expect(stdout.replaceAll(/\n +/g, ' ')).toMatch(
      /hooks this week +4 asked: 2 spoke, 1 silent by choice, 1 for want of time; median 50 ms, p95 600 ms/,
    )
  })
})

describe('a broken set-up', () => {
  test('a file where the folder should be', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'data'), '')
    const { code, report, find } = await examine(folder)
    expect({ code, healthy: report.healthy }).toEqual({ code: 1, healthy: false })
    expect(find('data directory')).toMatchObject({ status: 'problem', mend: expect.stringContaining('WW_DATA_DIR') })
  })

  test('a folder that others can read is a warning', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'))
    chmodSync(join(folder, 'data'), 0o755)
    const { code, find } = await examine(folder)
    expect(code).toBe(0)
    expect(find('data directory')).toMatchObject({ status: 'warning', mend: expect.stringContaining('chmod -R go=') })
  })

  test('a file that is no database', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    writeFileSync(join(folder, 'data', 'world-weaver.db'), 'this is no database, whatever its name says '.repeat(50))
    const { code, find } = await examine(folder)
    expect(code).toBe(1)
    expect(find('database')).toMatchObject({
      status: 'problem',
      detail: expect.stringContaining('file is not a database'),
      mend: expect.stringContaining('backup'),
    })
    expect(await run(folder, ['recall', 'x'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'ww: The database file is damaged. Stop every program that uses it and run "ww doctor --fix" (file is not a database).\n',
    })
  })

  test('a database with pages missing', async () => {
    const folder = newFolder()
    await runProgram(folder, ['remember', 'something to lose'])
    const path = join(folder, 'data', 'world-weaver.db')
    truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096)
    const { code, unwell } = await examine(folder)
    expect(code).toBe(1)
    expect(unwell.map(({ status }: Finding) => status)).toContain('problem')
  })

  test('a text that was changed on the disk is a problem that mending leaves', async () => {
    const folder = newFolder()
    await runProgram(folder, ['remember', 'The ferry leaves at nine'])
    const database = new DatabaseSync(join(folder, 'data', 'world-weaver.db'))
    database.exec("UPDATE memories SET text = replace(text, 'nine', 'five')")
    database.close()
    const { code, report } = await examine(folder, ['--fix'])
    expect({ code, healthy: report.healthy }).toEqual({ code: 1, healthy: false })
    expect(report.mending.left).toEqual([expect.stringMatching(/^The text of ep-\S+ is damaged/)])
  })

  test('a database of a later version', async () => {
    const folder = newFolder()
    await runProgram(folder, ['remember', 'from the future'])
    const path = join(folder, 'data', 'world-weaver.db')
    const bytes = readFileSync(path)
    // https://www.sqlite.org/fileformat.html: the user version is the big-endian integer at byte 60.
    bytes.writeUInt32BE(999, 60)
    writeFileSync(path, bytes)
    const { find } = await examine(folder)
    expect(find('database')).toMatchObject({ status: 'problem', mend: expect.stringContaining('newer World Weaver') })
  })

  test('memories without a vector of the model', async () => {
    const folder = newFolder()
    await runProgram(folder, ['remember', 'embedded by another model'])
    const findings = checkDatabase(join(folder, 'data', 'world-weaver.db'), 'another-model@1', false)
    expect(findings.find(({ check }) => check === 'vectors')).toMatchObject({
      status: 'warning',
      detail: '1 of 1 memories have none of another-model@1 yet',
    })
  })

  test('settings that cannot be used, each by its name', async () => {
    const unusable = { WW_RATE_LIMIT: 'many', WW_LOG_LEVEL: 'loud', WW_TOOLSETS: 'core,recal' }
    const { code, find } = await examine(newFolder(), [], unusable)
    expect(code).toBe(1)
    for (const name of Object.keys(unusable)) expect(find(name).status, name).toBe('problem')
  })

  test('a model file that changed', () => {
    const folder = newFolder()
    cpSync('models/static-en-256', folder, { recursive: true })
    const url = new URL(`file://${folder}/`)
    expect(checkModel(url).status).toBe('ok')
    writeFileSync(join(folder, 'vocab.txt'), 'changed')
    expect(checkModel(url)).toMatchObject({ status: 'problem', detail: 'vocab.txt of static-en-256 changed' })
  })

  test('an old Node', () => {
    expect(checkNode('20.18.3').status).toBe('problem')
    expect(checkNode('20.19.0').status).toBe('ok')
    expect(checkNode('24.1.0').status).toBe('ok')
  })
})
