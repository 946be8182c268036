import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { snapshot } from '../clients/home.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { terminalSurface } from '../support/terminal-surface.js'
import { main, run as runCommand } from './ww.js'

const newFolder = useTemporaryFolders()

const dataHomes = new Map<string, string>()
function dataHomeOf(home: string): string {
  const known = dataHomes.get(home) ?? newFolder()
  dataHomes.set(home, known)
  return known
}

/** By somebody whose memories are in the usual place. */
const run = (folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommand(folder, args, { env: { WW_DATA_DIR: '', XDG_DATA_HOME: dataHomeOf(folder), ...env } })

const json = async (folder: string, args: readonly string[]) =>
  JSON.parse((await run(folder, [...args, '--json'])).stdout)

const zedSettings = `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "linear": { "command": "npx", "args": ["-y", "mcp-remote"] }, // work
  },
  "vim_mode": true,
}
`

/** Somebody with Zed, Codex CLI and Cursor, the last never opened. */
function newHome(): string {
  const folder = newFolder()
  for (const name of ['.cursor', '.codex', join('.config', 'zed')]) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, '.config', 'zed', 'settings.json'), zedSettings)
  writeFileSync(join(folder, '.codex', 'config.toml'), 'model = "gpt-5"\n')
  return folder
}

const inHome = (folder: string, text: string) =>
  text.replaceAll(folder, '~').replaceAll(main, '/opt/ww/main.js').replaceAll(process.execPath, '/opt/node')

describe('ww connect', () => {
  test.each(['connect', 'disconnect'])('help of %s is pinned', async (command) => {
    const { code, stdout } = await run(newFolder(), [command, '--help'])
    expect(code).toBe(0)
    await expect(stdout).toMatchFileSnapshot(`golden/help-${command}.txt`)
  })

  test('--dry-run shows the exact diff, and nothing is written', async () => {
    const folder = newHome()
    const before = snapshot(folder)
    const { code, stdout, stderr } = await run(folder, ['connect', '--all', '--dry-run'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expect(inHome(folder, stdout)).toMatchFileSnapshot('golden/connect-dry-run.txt')
    expect((await run(folder, ['connect', '--dry-run'])).stdout).toBe(stdout)
    expect(snapshot(folder)).toEqual(before)
  })

  test('says what was written, then that nothing was to do, and takes it back', async () => {
    const folder = newHome()
    const before = snapshot(folder)
    const say = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(folder, args)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return inHome(folder, stdout)
    }
    const told = [
      await say('connect', '--all'),
      await say('connect', 'zed'),
      await say('connect', '--list'),
      await say('connect', 'zed', '--dry-run'),
      await say('disconnect', 'zed', '--dry-run'),
      await say('disconnect', '--all'),
      await say('disconnect', 'zed'),
    ]
    await expect(told.join('\n')).toMatchFileSnapshot('golden/connect.txt')
    expect(snapshot(folder)).toEqual(before)
  })

  test('--toolset offers other tools', async () => {
    const folder = newHome()
    const toolset = () =>
      JSON.parse(readFileSync(join(folder, '.cursor', 'mcp.json'), 'utf8')).mcpServers['world-weaver'].env
    const refused = await run(folder, ['connect', 'cursor', '--toolset', 'everything'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('there is no toolset or tool "everything"')
    await run(folder, ['connect', 'cursor', '--toolset', 'memory'])
    expect(toolset()).toEqual({ WW_TOOLSETS: 'memory', WW_RATE_LIMIT: '6000' })
  })

  test('[HOK26] --ask-at-end is for clients that let a hook ask, and disconnect ends it', async () => {
    const folder = newHome()
    const env = { WW_DATA_DIR: newFolder() }
    const asked = join(env.WW_DATA_DIR, 'habit', 'ask-at-end.json')
    const refused = await run(folder, ['connect', 'cursor', '--ask-at-end', '--no-check'], env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('only claude-code and codex can be asked at the end; cursor cannot')
    await run(folder, ['connect', 'codex', '--ask-at-end', '--no-check'], env)
    expect(JSON.parse(readFileSync(asked, 'utf8'))).toEqual(['codex'])
    await run(folder, ['disconnect', 'codex'], env)
    expect(() => readFileSync(asked)).toThrow('ENOENT')
  })

  test('memories in a place of one’s own are found by the client and by its hooks too', async () => {
    const folder = newHome()
    const dataDir = join(newFolder(), 'my memories')
    mkdirSync(join(folder, '.claude'))
    const before = snapshot(folder)
    await run(folder, ['connect', 'claude-code'], { WW_DATA_DIR: dataDir })
    const read = (...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
    expect(read('.claude.json').mcpServers['world-weaver'].env).toMatchObject({ WW_DATA_DIR: dataDir })
    const [{ hooks }] = read('.claude', 'settings.json').hooks.UserPromptSubmit
    expect(hooks[0].command).toContain(`hook prompt --data-dir "${dataDir}"`)
    await run(folder, ['disconnect', 'claude-code'], { WW_DATA_DIR: dataDir })
    expect(snapshot(folder)).toEqual(before)
  })

  test('to programs it answers with the state, the file and the diff of each client', async () => {
    const folder = newHome()
    const file = join(folder, '.codex', 'config.toml')
    expect(await json(folder, ['connect', 'codex', '--dry-run'])).toEqual({
      dry_run: true,
      clients: [
        {
          id: 'codex',
          name: 'Codex CLI',
          status: 'changed',
          changes: [
            { file, diff: expect.stringMatching(/^--- .*\n\+\+\+ .*\n@@ -1 \+1,9 @@\n model = "gpt-5"\n\+\n/) },
            { file: join(folder, '.codex', 'hooks.json'), diff: expect.stringContaining('hook prompt') },
          ],
        },
      ],
    })
    await run(folder, ['connect', 'codex'])
    const { clients } = await json(folder, ['connect', '--list'])
    expect(clients.map(({ id, installed, state }: Record<string, unknown>) => [id, installed, state])).toEqual([
      ['claude-code', false, 'not_connected'],
      ['claude-desktop', false, 'not_connected'],
      ['cursor', true, 'not_connected'],
      ['vscode', false, 'not_connected'],
      ['windsurf', false, 'not_connected'],
      ['codex', true, 'connected'],
      ['gemini', false, 'not_connected'],
      ['opencode', false, 'not_connected'],
      ['zed', true, 'not_connected'],
    ])
  })

  test('a broken file is named with the place, left alone, and the exit code is 1', async () => {
    const folder = newHome()
    const file = join(folder, '.cursor', 'mcp.json')
    writeFileSync(file, '{\n  "mcpServers": {\n}\n')
    const { code, stdout, stderr } = await run(folder, ['connect', 'cursor', 'zed'])
    expect(code).toBe(1)
    expect(stdout).toContain('Zed is connected')
    expect(stderr).toBe(`ww: ${file}, line 4, column 1: the file ends too early. The file was left as it is.\n`)
    expect(readFileSync(file, 'utf8')).toBe('{\n  "mcpServers": {\n}\n')
    const { stdout: listed } = await run(folder, ['connect', '--list'])
    expect(listed).toMatch(/✗ cursor +cannot be read/)
  })

  test('a client nobody knows is an error that lists those it knows', async () => {
    expect(await run(newFolder(), ['connect', 'emacs'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'ww: client must be one of claude-code, claude-desktop, cursor, vscode, windsurf, codex, gemini, opencode, zed; there is no "emacs".\n',
    })
  })
})

describe('no client named', () => {
  test('outside of a terminal those that are there are listed, and must be named', async () => {
    const folder = newHome()
    const before = snapshot(folder)
    const { code, stdout, stderr } = await run(folder, ['connect'])
    expect(code).toBe(1)
    expect(stdout.match(/^ {2}· \S+/gm)).toEqual(['  · cursor', '  · codex', '  · zed'])
    expect(stderr).toBe(
      'ww: Nothing was changed. Name the clients: "ww connect cursor codex zed" or "ww connect --all".\n',
    )
    const answer = await json(folder, ['connect'])
    expect(answer).toMatchObject({
      error: 'validation_error',
      clients: [{ id: 'cursor' }, { id: 'codex' }, { id: 'zed' }],
    })
    expect(snapshot(folder)).toEqual(before)
  })

  test('where there is none, that is said', async () => {
    const { code, stderr } = await run(newFolder(), ['connect'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'ww: No installed client was found. "ww connect --list" shows all supported clients.\n',
    })
    const nothing = { stdout: '', stderr: 'ww: No client is connected.\n' }
    expect(await run(newFolder(), ['disconnect'])).toEqual({ ...nothing, code: 1 })
    expect(await run(newFolder(), ['disconnect', '--all'])).toEqual({ ...nothing, code: 0 })
  })

  test.each([
    ['all\nno\n', ['cursor', 'codex', 'zed']],
    ['Y\n\n', ['cursor', 'codex', 'zed']],
    ['cursor, zed\n', ['cursor', 'zed']],
    ['none\n', []],
  ])('in a terminal it asks, and %j is understood', async (typed, connected) => {
    const folder = newHome()
    const connections = openConnections({
      dataDir: join(folder, 'data'),
      machine: { platform: 'linux', home: folder, env: {} },
    })
    const { stdin, stdout, surface } = terminalSurface({ connections: async () => connections })
    stdin.write(typed)
    const code = await runCommandLine(['connect'], surface)
    expect(code).toBe(0)
    expect(stdout.read()).toContain('Which ones should I connect?')
    const states = await connections.list()
    expect(states.filter(({ state }) => state === 'connected').map(({ id }) => id)).toEqual(connected)
  })
})
