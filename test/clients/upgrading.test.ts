import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { version } from '#ww/app/configuration/version.js'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { bareEnvironment, main, run } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { terminalSurface } from '../support/terminal-surface.js'
import { installation as former, snapshot } from './home.js'

const newFolder = useTemporaryFolders()
const now = { node: process.execPath, program: main, version }

function newHome() {
  const home = newFolder()
  const machine = { platform: process.platform, home, env: bareEnvironment(home) }
  const dataDir = join(home, 'data')
  const by = (installation: typeof now) => openConnections({ dataDir, machine, installation })
  return { home, dataDir, by }
}

describe('[CNN7] ww upgrade', () => {
  test('[CNN7] moves every entry with its hooks, and what was before connect comes back', async () => {
    const { home, by } = newHome()
    mkdirSync(join(home, '.codex'))
    writeFileSync(join(home, '.codex', 'config.toml'), 'model = "large"\n')
    const before = snapshot(home)
    await by(former).connect(['claude-code', 'codex', 'gemini'], {})
    const connected = snapshot(home)
    const planned = await by(now).upgrade({ dryRun: true, check: true })
    expect(planned.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'claude-code changed',
      'codex changed',
      'gemini changed',
    ])
    expect(snapshot(home)).toEqual(connected)
    const moved = await by(now).upgrade({ check: true })
    expect(moved).toMatchObject([{ answered_ms: expect.any(Number) }, { status: 'changed' }, { status: 'changed' }])
    for (const file of [
      '.claude.json',
      '.claude/settings.json',
      '.codex/config.toml',
      '.codex/hooks.json',
      '.gemini/settings.json',
    ]) {
      const text = readFileSync(join(home, file), 'utf8')
      expect(text).toContain(main)
      expect(text).not.toContain(former.program)
    }
    expect((await by(now).upgrade({})).map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    await by(now).disconnect(['claude-code', 'codex', 'gemini'], {})
    expect(snapshot(home)).toEqual(before)
  })

  test('[CNN7] moves none if one does not start then, and leaves what was written by hand', async () => {
    const { home, by } = newHome()
    mkdirSync(join(home, '.cursor'))
    writeFileSync(join(home, '.cursor', 'mcp.json'), '{ "mcpServers": { "world-weaver": { "command": "mine" } } }')
    await by(former).connect(['claude-code', 'zed'], {})
    const connected = snapshot(home)
    const broken = { ...now, program: '/gone/main.js' }
    await expect(by(broken).upgrade({ check: true })).rejects.toThrow(
      'No client was moved, because World Weaver does not start as Claude Code would start it: /gone/main.js does not exist. All settings are as they were',
    )
    expect(snapshot(home)).toEqual(connected)
    expect((await by(now).upgrade({})).map(({ id }) => id)).toEqual(['claude-code', 'zed'])
    expect(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).toContain('"mine"')
  })

  test('[CNN7] its screens', async () => {
    const { home, by } = newHome()
    const said = async (...args: string[]) => (await run(home, args)).stdout.replaceAll(version, '1.2.3')
    expect(await said('upgrade')).toBe('No client is connected.\n')
    await by(former).connect(['zed', 'windsurf'], {})
    expect(await said('upgrade')).toBe(
      '✓ Windsurf starts World Weaver 1.2.3 from its next start on.\n✓ Zed starts World Weaver 1.2.3 from its next start on.\n',
    )
    expect(await said('upgrade')).toBe(
      'Windsurf starts World Weaver 1.2.3 already.\nZed starts World Weaver 1.2.3 already.\n',
    )
  })
})

describe('[CNN8] ww uninstall', () => {
  const withMemories = async () => {
    const { home, dataDir, by } = newHome()
    await run(home, ['remember', 'The gulls are fed at dawn'])
    const settings = () => snapshot(home).filter((line) => !line.startsWith('data'))
    const before = settings()
    await by(now).connect(['claude-code', 'cursor'], {})
    writeFileSync(join(dataDir, 'letter.txt'), 'mine')
    return { home, dataDir, before, settings }
  }

  test('[CNN8] restores the settings and keeps the memories', async () => {
    const { home, before, settings } = await withMemories()
    const connected = settings()
    const dry = await run(home, ['uninstall', '--data', '--dry-run'])
    expect(dry.stdout).toContain(`Would delete ${join(home, 'data', 'world-weaver.db')}`)
    expect(settings()).toEqual(connected)
    const { code, stdout } = await run(home, ['uninstall'])
    expect({ code, stdout: stdout.replaceAll(home, '~') }).toEqual({
      code: 0,
      stdout:
        '✓ Claude Code is disconnected: ~/.claude.json, ~/.claude/settings.json\n✓ Cursor is disconnected: ~/.cursor/mcp.json, ~/.cursor/hooks.json\nThe memories are kept. To delete them, too: ww uninstall --data\n',
    })
    expect(settings()).toEqual(before)
    expect((await run(home, ['recall', 'gulls'])).stdout).toContain('dawn')
  })

  test('[CNN8] deletes them if told twice, and nothing that is not its own', async () => {
    const { home, dataDir, before, settings } = await withMemories()
    const connected = settings()
    const refused = await run(home, ['uninstall', '--data'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe('ww: --data deletes all memories; say --yes, too. To keep a copy: ww backup <file>.\n')
    expect(settings()).toEqual(connected)
    expect((await run(home, ['uninstall', '--data', '--yes'])).code).toBe(0)
    expect(settings()).toEqual(before)
    expect(readdirSync(dataDir)).toEqual(['letter.txt'])
  })

  test.each([
    ['delete\n', 0],
    ['yes\n', 1],
  ])('[CNN8] in a terminal it asks for the word: %j', async (typed, code) => {
    const { home, dataDir, by } = newHome()
    await run(home, ['remember', 'The gulls are fed at dawn'])
    const data = [join(dataDir, 'world-weaver.db')]
    const removed: unknown[] = []
    const { stdin, stdout, surface } = terminalSurface({
      connections: async () => by(now),
      leftovers: async () => ({ data }),
      removeLeftovers: async (_options, leftovers) => void removed.push(leftovers),
    })
    stdin.write(typed)
    expect(await runCommandLine(['uninstall', '--data'], surface)).toBe(code)
    expect(String(stdout.read())).toContain('Type "delete" to delete them.')
    expect(removed).toEqual(code === 0 ? [{ data }] : [])
    expect(existsSync(data[0]!)).toBe(true)
  })

  test('[CNN8] not while a process uses the memories', async () => {
    const { home, dataDir, settings } = await withMemories()
    const connected = settings()
    writeFileSync(join(dataDir, 'habit', `${process.pid}.sock`), '')
    const { code, stderr } = await run(home, ['uninstall', '--data', '--yes'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `ww: The memories are in use by process ${process.pid}: end your clients, then run this again.\n`,
    })
    expect(settings()).toEqual(connected)
  })
})
