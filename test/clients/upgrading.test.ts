import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { birthOf } from '#ww/adapters/system/process-birth.js'
import { version } from '#ww/app/configuration/version.js'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { findHelper, writeClaim } from '#ww/app/hook/helper/helper-claim.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { bareEnvironment, main, run } from '../cli/ww.js'
import { leaveSocket, listenAt } from '../support/hook-sockets.js'
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

  test('[CNN7] keeps each file as it was before the upgrade, until the client is disconnected', async () => {
    const { home, dataDir, by } = newHome()
    await by(former).connect(['codex'], {})
    const was = readFileSync(join(home, '.codex', 'config.toml'))
    await by(now).upgrade({})
    const folder = join(dataDir, 'habit', 'backups', 'codex')
    const copies = readdirSync(folder).filter((name) => name.endsWith('.before-upgrade'))
    expect(copies.map((name) => name.split('-')[0])).toEqual(['hooks', 'mcp'])
    expect(readFileSync(join(folder, copies[1]!))).toEqual(was)
    await by(now).disconnect(['codex'], {})
    expect(existsSync(folder)).toBe(false)
  })

  test('[CNN7] takes all back if one cannot be written, also when another program has written meanwhile', async () => {
    const { home, by } = newHome()
    await by(former).connect(['claude-code', 'zed'], {})
    const zed = join(home, '.config', 'zed', 'settings.json')
    writeFileSync(zed, '{ "broken"')
    const connected = snapshot(home)
    await expect(by(now).upgrade({})).rejects.toThrow(
      /^No client was moved, because .*settings\.json.*All settings are as they were$/,
    )
    expect(snapshot(home)).toEqual(connected)
  })

  test('[CNN7] passes over settings that cannot be read and were never written to', async () => {
    const { home, by } = newHome()
    await by(former).connect(['cursor'], {})
    mkdirSync(join(home, '.config', 'zed'), { recursive: true })
    writeFileSync(join(home, '.config', 'zed', 'settings.json'), '{ "broken"')
    expect((await by(now).upgrade({})).map(({ id, status }) => `${id} ${status}`)).toEqual(['cursor changed'])
  })

  test('[CNN7] ends the helper of the earlier version, once all have moved', async () => {
    const { dataDir, by } = newHome()
    await by(former).connect(['zed'], {})
    const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const ended = new Promise((resolve) => helper.once('exit', resolve))
    const [pid, birth] = [helper.pid!, birthOf(helper.pid!)]
    mkdirSync(join(dataDir, 'habit'), { recursive: true })
    writeClaim(dataDir, { pid, birth, since: new Date().toISOString(), version: '0.0.1' })
    await expect(by({ ...now, program: '/gone/main.js' }).upgrade({ check: true })).rejects.toThrow('No client')
    expect(findHelper(dataDir)?.pid).toBe(pid)
    await by(now).upgrade({})
    await ended
    expect(findHelper(dataDir)).toBeUndefined()
  })

  test('[CNN7] its screens', async () => {
    const { home, by } = newHome()
    const said = async (...args: string[]) => (await run(home, args)).stdout.replaceAll(version, '1.2.3')
    expect(await said('upgrade')).toBe('No client is connected.\n')
    await by(former).connect(['zed', 'windsurf'], {})
    expect(await said('upgrade')).toBe(
      '✓ Windsurf starts World Weaver 1.2.3 when you restart it.\n✓ Zed starts World Weaver 1.2.3 when you restart it.\n',
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
    expect(dry.stdout).toContain('Would delete audit, habit, world-weaver.db')
    expect(settings()).toEqual(connected)
    const { code, stdout } = await run(home, ['uninstall'])
    expect({ code, stdout: stdout.replaceAll(home, '~') }).toEqual({
      code: 0,
      stdout:
        '✓ Claude Code is disconnected. Changed: ~/.claude.json, ~/.claude/settings.json\n✓ Cursor is disconnected. Changed: ~/.cursor/mcp.json, ~/.cursor/hooks.json\nThe memories are kept. To delete them, too: ww uninstall --data\nThe program itself stays. If npm installed it: npm uninstall -g world-weaver\n',
    })
    expect(settings()).toEqual(before)
    expect((await run(home, ['recall', 'gulls'])).stdout).toContain('dawn')
  })

  test('[CNN8] deletes them if told twice, and nothing that is not its own', async () => {
    const { home, dataDir, before, settings } = await withMemories()
    const connected = settings()
    const refused = await run(home, ['uninstall', '--data'])
    expect(refused.code).toBe(1)
    expect(refused.stderr.replace(/-\d{4}-.*?Z/, '').replaceAll(home, '~')).toBe(
      'ww: --data deletes all memories, after a backup: ~/world-weaver.backup. It also deletes what is in no backup: the record of calls (audit), what hooks did (habit). Say --yes, too, if you want that.\n',
    )
    expect(settings()).toEqual(connected)
    expect((await run(home, ['uninstall', '--data', '--yes', '--no-backup'])).code).toBe(0)
    expect(settings()).toEqual(before)
    expect(readdirSync(dataDir)).toEqual(['letter.txt'])
  })

  test('[CNN8] writes a backup outside the folder before it deletes, from which all comes back', async () => {
    const { home, dataDir } = await withMemories()
    await run(home, ['key', 'create', '--name', 'pier', '--tenant', 'harbour'])
    await run(home, ['remember', 'The ferry leaves at noon', '--tenant', 'harbour'])
    const { code, stdout } = await run(home, ['uninstall', '--data', '--yes', '--backup', 'kept.backup'])
    expect(code).toBe(0)
    expect(stdout).toContain(`ww restore "${join(home, 'kept.backup')}" --yes`)
    expect(stdout).toContain(`ww restore "${join(home, 'harbour.kept.backup')}" --yes --tenant harbour`)
    expect(readdirSync(dataDir)).toEqual(['letter.txt'])
    expect((await run(home, ['restore', 'kept.backup', '--yes'])).code).toBe(0)
    expect((await run(home, ['recall', 'gulls'])).stdout).toContain('dawn')
  })

  test('[CNN8] without a name the backup is in the home folder, and --json names it', async () => {
    const { home } = await withMemories()
    const { stdout } = await run(home, ['uninstall', '--data', '--yes', '--json'])
    const { backups, deleted } = JSON.parse(stdout)
    expect(backups).toEqual([expect.stringMatching(/world-weaver-[-\dT]+Z\.backup$/)])
    expect(readdirSync(home)).toContain(basename(backups[0]))
    expect(deleted).toContain(join(home, 'data', 'world-weaver.db'))
  })

  test.each(['data/habit/kept.backup', 'missing/../data/world-weaver.db.kept'])(
    '[CNN8] changes nothing if the backup would be deleted with the rest: %s',
    async (file) => {
      const { home, settings } = await withMemories()
      const connected = settings()
      const { code, stderr } = await run(home, ['uninstall', '--data', '--yes', '--backup', file])
      expect({ code, stderr: stderr.includes('name a file elsewhere') }).toEqual({ code: 1, stderr: true })
      expect(settings()).toEqual(connected)
    },
  )

  test('[CNN8] changes nothing if the backup fails', async () => {
    const { home, dataDir, settings } = await withMemories()
    writeFileSync(join(home, 'taken.backup'), 'mine')
    const connected = settings()
    const { code, stderr } = await run(home, ['uninstall', '--data', '--yes', '--backup', 'taken.backup'])
    expect(code).toBe(1)
    expect(stderr).toContain('Nothing was deleted or disconnected, because the backup failed: ')
    expect(settings()).toEqual(connected)
    expect(existsSync(join(dataDir, 'world-weaver.db'))).toBe(true)
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
      leftovers: async () => ({ data, stores: [{ file: '/kept.backup' }] }),
      backup: async (_options, file) => ({ file: file!, bytes: 1, encrypted: false }),
      removeLeftovers: async (_options, leftovers) => void removed.push(leftovers),
    })
    stdin.write(typed)
    expect(await runCommandLine(['uninstall', '--data'], surface)).toBe(code)
    const shown = String(stdout.read())
    expect(shown).toContain('Before that, a backup of them is written: /kept.backup\nType "delete" to delete them.')
    expect(removed).toEqual(code === 0 ? [{ data, stores: [{ file: '/kept.backup' }] }] : [])
    expect(existsSync(data[0]!)).toBe(true)
  })

  test('[CNN8] not while a process uses the memories', async () => {
    const { home, dataDir, settings } = await withMemories()
    const connected = settings()
    await listenAt(join(dataDir, 'habit', `${process.pid}.sock`))
    const { code, stderr } = await run(home, ['uninstall', '--data', '--yes'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `ww: The memories are in use by process ${process.pid}: end your clients, then run this again.\n`,
    })
    expect(settings()).toEqual(connected)
  })

  test('[CNN8] [HOK8] what a killed one left does not stand in the way, though another process has its number', async () => {
    const { home, dataDir } = await withMemories()
    leaveSocket(join(dataDir, 'habit', `${process.pid}.sock`))
    expect(await run(home, ['uninstall', '--data', '--yes'])).toMatchObject({ code: 0, stderr: '' })
  })
})
