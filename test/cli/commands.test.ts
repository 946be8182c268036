import { existsSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { bareEnvironment, json, main, run } from './ww.js'

const newFolder = useTemporaryFolders()
const esc = '\u001b'

describe('help', () => {
  test('is pinned', async () => {
    const folder = newFolder()
    const { code, stdout, stderr } = await run(folder, ['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(stdout).toMatchFileSnapshot('golden/help.txt')
    expect((await run(folder, [])).stdout).toBe(stdout)
  })

  test.each(['remember', 'recall', 'query-at-time', 'doctor'])('of %s is pinned, and has examples', async (command) => {
    const { code, stdout } = await run(newFolder(), [command, '--help'])
    expect(code).toBe(0)
    await expect(stdout).toMatchFileSnapshot(`golden/help-${command}.txt`)
  })

  test('fits the width', async () => {
    const { stdout } = await run(newFolder(), ['recall', '--help'], { env: { COLUMNS: '60' } })
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
  })

  test('--version is the version and nothing else', async () => {
    expect((await run(newFolder(), ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('remember, recall, stats', () => {
  test('what was remembered is recalled, and counted', async () => {
    const folder = newFolder()
    const remembered = await run(folder, ['remember', 'The staging database moved to port 5433', '--tags', 'infra,db'])
    expect(remembered).toMatchObject({ code: 0, stderr: '' })
    expect(remembered.stdout).toMatch(/^Remembered in no project · session default\n {2}ep-[0-9a-f-]{36}\n$/)

    const recalled = await run(folder, ['recall', 'staging', 'database', 'port'])
    expect(recalled).toMatchObject({ code: 0, stderr: '' })
    expect(recalled.stdout).toContain('The staging database moved to port 5433')
    expect(recalled.stdout).toContain('episode · just now · #infra #db')

    expect((await run(folder, ['stats'])).stdout).toContain('1 memory visible')
  })

  test.concurrent.each([
    ['Chinese', '服务器的端口改成了 5433', '端口改成了什么'],
    ['Japanese', 'サーバーのポートは5433に変わりました', 'サーバーのポート'],
    ['German', 'Der Prüfserver läuft jetzt über Port 5433.', 'Prüfserver Port'],
    ['emoji', 'Launch day 🚀🎉 went well 👩‍👩‍👧', 'launch day'],
    ['code', 'if (x[0] === "quoted") { return `\\n` } // $HOME', 'return quoted'],
    ['lines', 'first line\n\n  second line\t(tab)', 'second line'],
  ])('%s comes back byte for byte', async (_, text, query) => {
    const folder = newFolder()
    const { id } = await json(folder, ['remember', text])
    const { memories } = await json(folder, ['recall', query])
    expect(memories[0]).toMatchObject({ id, content: text })
    expect((await run(folder, ['recall', query])).code).toBe(0)
    expect(await json(folder, ['get-memory', id])).toMatchObject({ content: text })
  })

  test('"-" reads standard input, without its last line break', async () => {
    const folder = newFolder()
    const { id } = await json(folder, ['remember', '-'], { input: 'piped 文字 🚀\nsecond line\n' })
    expect(await json(folder, ['get-memory', id])).toMatchObject({ content: 'piped 文字 🚀\nsecond line' })
    const { memories } = await json(folder, ['recall', '-'], { input: 'second line' })
    expect(memories[0].id).toBe(id)
  })

  test('text that begins with a dash comes after "--"', async () => {
    const folder = newFolder()
    await run(folder, ['remember', '--', '-5 degrees'])
    expect((await json(folder, ['recall', 'degrees'])).memories).toMatchObject([{ content: '-5 degrees' }])
  })

  test('text that is not UTF-8 is refused, and nothing is stored', async () => {
    const folder = newFolder()
    const { code, stderr } = await run(folder, ['remember', '-'], { input: new Uint8Array([0x66, 0xff, 0xfe]) })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'ww: <text> must be UTF-8 text; standard input is not.\n',
    })
    expect((await json(folder, ['stats'])).collections.episodes).toBe(0)
  })

  test('what a terminal would obey is shown, not sent', async () => {
    const folder = newFolder()
    await run(folder, ['remember', `red ${esc}[31malert${esc}]0;title\u0007 \u202eabc`])
    const { stdout } = await run(folder, ['recall', 'red alert'])
    expect(stdout).toContain('red ␛[31malert␛]0;title␇ \\u202eabc')
    expect(stdout).not.toContain(esc)
  })

  test('lists may be repeated, numbers and switches are typed, objects are JSON', async () => {
    const folder = newFolder()
    const args = [
      '--outcome',
      'success',
      '--valence',
      '0.8',
      '--tags',
      'a,b',
      '--tags',
      'c',
      '--context',
      '{"file":"x.ts"}',
    ]
    const { id } = await json(folder, ['create-episode', 'Deployed 2.1', ...args])
    expect(await json(folder, ['get-memory', id])).toMatchObject({
      importance: 0.8,
      tags: ['a', 'b', 'c'],
      facets: { outcome: 'success', context: { file: 'x.ts' } },
    })
    const { memories } = await json(folder, ['recall', 'Deployed', '--explain', '--limit', '1'])
    expect(memories[0].explanation.parts.length).toBeGreaterThan(0)
  })

  test('[REC24] [REC25] a sentence with commas is one wording; more are given one by one, or as JSON', async () => {
    const folder = newFolder()
    const answers = ['When do we ship, and who?', '[draft] release day']
    const { id } = await json(folder, [
      'remember',
      'We deploy on Tuesdays',
      ...answers.flatMap((each) => ['--answers', each]),
    ])
    const given = answers.map((question) => ({ question, by: 'caller' }))
    expect(await json(folder, ['get-memory', id])).toMatchObject({ answers: given })
    const other = await json(folder, ['remember', 'Anna deploys on Fridays', '--answers', JSON.stringify(answers)])
    expect(await json(folder, ['get-memory', other.id])).toMatchObject({ answers: given })
    const plain = newFolder()
    const also = ['on Tuesdays, we deploy', 'the day of the release']
    const asked = ['recall', 'shipping', ...also.flatMap((each) => ['--also', each]), '--explain']
    await run(plain, ['remember', 'We deploy on Tuesdays'])
    expect((await json(plain, asked)).memories[0].explanation.wording).toBe(also[0])
  })

  test('--explain says why, in words', async () => {
    const folder = newFolder()
    await run(folder, ['remember', 'Mira purchased a cheap used car.'])
    const { stdout } = await run(folder, ['recall', 'inexpensive automobile', '--explain'])
    expect(stdout).toMatch(/\+0\.\d\d {2}vector {9}0\.45 × 0\.\d\d {2}the meaning of the whole/)
    expect(stdout).toContain('automobile ~ car')
  })

  test.each([40, 60, 80])('--explain fits %i columns', async (columns) => {
    const folder = newFolder()
    await run(folder, ['remember', 'Mira purchased a cheap used car.'])
    await run(folder, ['remember', 'She drove the automobile home on 5 May 2024.'])
    const env = { COLUMNS: String(columns) }
    const { stdout } = await run(folder, ['recall', 'inexpensive automobile on 5 May 2024', '--explain'], { env })
    // An id stays whole, so that it can be copied.
    const lines = stdout.split('\n').filter((line) => !/^ *ep-/.test(line))
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    const words = stdout.split(/\s+/).join(' ')
    expect(words).toContain('the meaning of the whole')
    expect(words).toMatch(/score → relevance 1\/\(1 \+ e\^\(−[\d.]+·\(score − \d\.\d\d\)\)\) = [01]\.\d\d/)
  })

  test('a filter that nothing passes is named, where there are memories or none', async () => {
    const folder = newFolder()
    const recall = async (...more: string[]) => (await run(folder, ['recall', 'roof', ...more])).stdout
    expect(await recall('--limit', '3', '--explain')).toBe('Nothing is remembered here yet.\n')
    await run(folder, ['remember', 'The roof leaks.'])
    const passes = (flags: string) => `No memory here passes ${flags}.\n`
    expect(await recall('--tags', 'garden', '--kinds', 'note')).toBe(passes('--kinds, --tags'))
    expect(await recall('--time-start', '2999-01-01')).toBe(passes('--time-start'))
    expect(await recall('--session', 'another', '--session-filter', 'another')).toContain('passes --session')
    expect(await recall('--min-relevance', '1')).toBe(passes('--min-relevance'))
    const then = await run(folder, ['query-at-time', 'roof', '2001-01-01'])
    expect(then.stdout).toContain('Nothing was stored here at that time.')
  })

  test('an empty memory says so', async () => {
    const folder = newFolder()
    expect((await run(folder, ['recall', 'anything'])).stdout).toBe('Nothing is remembered here yet.\n')
    expect((await run(folder, ['stats'])).stdout).toContain('Nothing is remembered yet.')
  })

  test('more than a hundred calls a minute are no matter here [COM10]', async () => {
    const folder = newFolder()
    await run(folder, ['remember', 'x'], { env: { WW_RATE_LIMIT: '1' } })
    expect((await run(folder, ['stats'], { env: { WW_RATE_LIMIT: '1' } })).code).toBe(0)
  })
})

describe('options that stand for the environment', () => {
  test('--data-dir, --session and --project win, before or after the command', async () => {
    const folder = newFolder()
    const elsewhere = newFolder()
    const env = { WW_SESSION_ID: 'env', WW_PROJECT: 'env' }
    const scope = ['--data-dir', elsewhere, '--session', 'own', '--project', 'mine']
    expect(await json(folder, [...scope, 'remember', 'here'], { env })).toMatchObject({
      session_id: 'own',
      project: 'mine',
    })
    expect(await json(folder, ['get-session-id', ...scope], { env })).toEqual({ session_id: 'own', project: 'mine' })
    expect(await json(folder, ['get-session-id'], { env })).toEqual({ session_id: 'env', project: 'env' })
    expect((await json(folder, ['recall', 'here'], { env })).total).toBe(0)
    expect((await json(elsewhere, ['recall', 'here', '--data-dir', elsewhere, '--project', '*'])).total).toBe(1)
  })
})

test('mcp takes the same options', async () => {
  const folder = newFolder()
  const client = new Client({ name: 'test', version: '1' })
  const args = [main, 'mcp', '--session', 'own', '--project', 'mine', '--data-dir', folder]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: bareEnvironment(folder) }))
  const { structuredContent } = await client.callTool({ name: 'get_session_id', arguments: {} })
  await client.close()
  expect(structuredContent).toEqual({ session_id: 'own', project: 'mine' })
})

describe('--json', () => {
  test('is the answer and nothing else', async () => {
    const folder = newFolder()
    const { stdout, stderr } = await run(folder, ['stats', '--json'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ session_id: 'default', initialized: true })
  })

  test('an error is the contract’s, on stdout, with exit code 1 [COM8]', async () => {
    const { code, stdout, stderr } = await run(newFolder(), ['recall', 'x', '--limit', 'many', '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      error: 'validation_error',
      message: 'limit must be a finite number',
      field: 'limit',
    })
  })

  test('what was not understood is an error of the same shape, with exit code 2', async () => {
    const { code, stdout, stderr } = await run(newFolder(), ['recall', '--json'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ error: 'validation_error', message: "missing required argument 'query'." })
  })
})

describe('errors', () => {
  test.concurrent.each([
    [['recal', 'x'], 2, `ww: unknown command 'recal'. Did you mean recall? See "ww --help".\n`],
    [['recall', 'x', '--limt', '3'], 2, `ww: unknown option '--limt'. Did you mean --limit? See "ww recall --help".\n`],
    [
      ['remember', '-5 degrees'],
      2,
      `ww: unknown option '-5 degrees'. Text that begins with a dash comes after "--". See "ww remember --help".\n`,
    ],
    [
      ['recall', '--limit', '2', '--force was a mistake'],
      2,
      `ww: unknown option '--force was a mistake'. Text that begins with a dash comes after "--". See "ww recall --help".\n`,
    ],
    [['remember'], 2, `ww: missing required argument 'text'. See "ww remember --help".\n`],
    [['remember', ' '], 1, 'ww: <text> must not be blank.\n'],
    [['recall', 'x', '--limit', '0'], 1, 'ww: --limit must be at least 1.\n'],
    [['remember', 'x', '--kind', 'poem'], 1, 'ww: --kind must be one of: episode, entity, procedure, note, lesson.\n'],
    [['create-episode', 'x', '--context', '{'], 1, `ww: --context must be JSON such as '{"file":"src/login.ts"}'.\n`],
    [['recall', 'x', '--session', 'a b'], 1, 'ww: --session must be 1 to 128 letters, digits, "_" or "-".\n'],
    [['recall', 'x', '--data-dir', ''], 1, 'ww: --data-dir must not be empty.\n'],
    [['mcp', '--session', ''], 1, 'ww: --session must not be empty.\n'],
    [['doctor', '--project='], 1, 'ww: --project must not be empty.\n'],
    [['get-memory', 'ep-1'], 1, 'ww: <id> must be a memory id such as ep-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60.\n'],
    [
      ['get-memory', 'ep-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60'],
      1,
      'ww: Memory ep-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60 not found.\n',
    ],
  ])('%j is one clear line on stderr', async (args, code, stderr) => {
    expect(await run(newFolder(), args)).toEqual({ code, stdout: '', stderr })
  })

  test.runIf(existsSync('/proc/self'))('a folder that cannot be made is named, at once', async () => {
    const { code, stdout, stderr } = await run(newFolder(), ['recall', 'x', '--data-dir', '/proc/x'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^ww: .* needs read and write permission .* \(the folder \/proc\/x cannot be made: .*\)\.\n$/,
    )
  })

  test('a variable that cannot be used is named', async () => {
    const { code, stdout, stderr } = await run(newFolder(), ['stats'], { env: { WW_RATE_LIMIT: 'x' } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^ww: WW_RATE_LIMIT must be a whole number.*\n$/)
  })
})

describe('colour', () => {
  const escaped = async (env: Readonly<Record<string, string>>) =>
    (await run(newFolder(), ['stats'], { env })).stdout.includes(esc)

  test('is for terminals, unless told otherwise', async () => {
    expect(await escaped({})).toBe(false)
    expect(await escaped({ FORCE_COLOR: '1' })).toBe(true)
    expect(await escaped({ FORCE_COLOR: '0' })).toBe(false)
    expect(await escaped({ NO_COLOR: '1' })).toBe(false)
  })

  test('is never in JSON', async () => {
    const { stdout } = await run(newFolder(), ['stats', '--json'], { env: { FORCE_COLOR: '1' } })
    expect(stdout).not.toContain(esc)
  })
})
