import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { version } from '#ww/app/configuration/version.js'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { checkClients } from '#ww/app/doctor/clients.js'
import { bareEnvironment, main } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()
const installation = { node: process.execPath, program: main, version }

function newHome() {
  const home = newFolder()
  const machine = { platform: process.platform, home, env: bareEnvironment(home) }
  const settings = { dataDir: join(home, 'data'), machine, installation }
  const project = join(home, 'shop')
  mkdirSync(project)
  const change = (path: readonly string[], edit: (text: string) => string) => {
    const file = join(home, ...path)
    writeFileSync(file, edit(readFileSync(file, 'utf8')))
  }
  return {
    home,
    project,
    change,
    connect: (...ids: string[]) => openConnections(settings).connect(ids, {}),
    /** As a person reads it. */
    async told() {
      const findings = await checkClients(settings, project)
      return findings.map(({ check, status, detail, mend }) => {
        const text = `${status} ${check}: ${detail}${mend === undefined ? '' : ` → ${mend}`}`
        return text
          .replaceAll(home, '~')
          .replace(/\d+ ms/, '300 ms')
          .replaceAll(version, '1.2.3')
      })
    },
  }
}

describe('[CNN4] what doctor says of clients', () => {
  test('[CNN4] nothing where there are none; each that answers is well', async () => {
    const { connect, told } = newHome()
    expect(await told()).toEqual([])
    await connect('claude-code', 'codex', 'zed')
    expect(await told()).toEqual([
      'ok Claude Code: connected; World Weaver answered after 300 ms',
      'ok Codex CLI: connected; World Weaver answered after 300 ms',
      'ok Zed: connected; World Weaver answered after 300 ms',
    ])
  })

  test('[CNN4] a Node.js or a program that is gone, for the server and for hooks', async () => {
    const { connect, told, change } = newHome()
    await connect('claude-code', 'cursor')
    change(['.cursor', 'mcp.json'], (text) => text.replace(JSON.stringify(process.execPath), '"/gone/node"'))
    for (const file of [['.claude.json'], ['.claude', 'settings.json']])
      change(file, (text) => text.replaceAll(main, '/gone/main.js'))
    expect(await told()).toEqual([
      'problem Claude Code: cannot start World Weaver: /gone/main.js does not exist → ww connect claude-code',
      'problem Claude Code: its hooks start /gone/main.js, which does not exist → ww connect claude-code',
      expect.stringMatching(
        /^problem Cursor: cannot start World Weaver: \/gone\/node does not exist → ww connect cursor$/,
      ),
    ])
    await connect('claude-code', 'cursor')
    expect((await told()).filter((line) => !line.startsWith('ok'))).toEqual([])
  })

  test('[CNN4] another version, and none that is fixed', async () => {
    const { home, connect, told, change } = newHome()
    const older = join(home, 'older', 'dist', 'app')
    mkdirSync(older, { recursive: true })
    writeFileSync(join(older, 'main.js'), `await import(${JSON.stringify(main)})`)
    writeFileSync(
      join(home, 'older', 'package.json'),
      '{ "name": "world-weaver", "version": "0.0.9", "type": "module" }',
    )
    await connect('cursor')
    change(['.cursor', 'mcp.json'], (text) => text.replace(main, join(older, 'main.js')))
    expect((await told()).at(-1)).toBe(
      'warning Cursor: starts World Weaver 0.0.9; this one is 1.2.3 → ww connect cursor',
    )
  })

  test('[CNN4] hooks that somebody took out, and settings that cannot be read', async () => {
    const { connect, told, change } = newHome()
    await connect('claude-code', 'cursor')
    change(['.claude', 'settings.json'], () => '{}')
    change(['.cursor', 'mcp.json'], () => '{')
    const [, hooks, cursor] = await told()
    expect(hooks).toBe(
      'warning Claude Code: some of its hooks are missing: its agent gets memories only when it asks for them → ww connect claude-code',
    )
    expect(cursor).toMatch(
      /^problem Cursor: ~\/\.cursor\/mcp\.json, line 1, .* → mend the file, then: ww connect cursor$/,
    )
  })
})

test('[CNN4] installed clients that are not connected are named, which is a warning if none is', async () => {
  const { home, connect, told } = newHome()
  mkdirSync(join(home, '.cursor'))
  mkdirSync(join(home, '.config', 'zed'), { recursive: true })
  expect(await told()).toEqual([
    'warning clients: none is connected; installed here: Cursor, Zed → ww connect cursor zed',
  ])
  await connect('cursor')
  expect((await told()).slice(1)).toEqual(['ok other clients: not connected: Zed (ww connect zed)'])
})

describe('[CNN5] the same server twice', () => {
  test('[CNN5] in the settings of the project', async () => {
    const { project, connect, told } = newHome()
    await connect('claude-code', 'cursor')
    const ours = { mcpServers: { memory: { command: 'npx', args: ['-y', 'world-weaver', 'mcp'] } } }
    mkdirSync(join(project, '.cursor'))
    for (const file of ['.mcp.json', join('.cursor', 'mcp.json')])
      writeFileSync(join(project, file), JSON.stringify(ours))
    expect((await told()).filter((line) => line.includes('twice'))).toEqual([
      'warning Claude Code: has World Weaver twice, so its agent sees every tool twice: from "ww connect" and from ~/shop/.mcp.json → keep one of them; either: ww disconnect claude-code   or: take "memory" out of ~/shop/.mcp.json',
      'warning Cursor: has World Weaver twice, so its agent sees every tool twice: from "ww connect" and from ~/shop/.cursor/mcp.json → keep one of them; either: ww disconnect cursor   or: take "memory" out of ~/shop/.cursor/mcp.json',
    ])
  })

  test('[CNN5] by the plugin of Claude Code, which alone is enough', async () => {
    const { home, connect, told } = newHome()
    mkdirSync(join(home, '.claude'))
    writeFileSync(join(home, '.claude', 'settings.json'), '{ "enabledPlugins": { "world-weaver@world-weaver": true } }')
    expect(await told()).toEqual(['ok Claude Code: connected by the plugin'])
    await connect('claude-code')
    expect((await told()).at(-1)).toMatch(
      /^warning Claude Code: has World Weaver twice.* and from the plugin → .*claude plugin uninstall world-weaver$/,
    )
  })
})
