import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createSurface } from '#ww/app/cli/start-command-line.js'
import { version } from '#ww/app/configuration/version.js'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { placeFixture } from '../upgrade/fixtures.js'
import { bareEnvironment, main } from './ww.js'

// What somebody sees in the first week, as a whole: `UPDATE_GOLDEN=1` writes it, and each line must be understood by a
// person who has read nothing.
const newFolder = useTemporaryFolders()
const now = { node: process.execPath, program: main, version }

function newHome() {
  const home = newFolder()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  const change = (path: string, edit: (text: string) => string) =>
    write(path, edit(readFileSync(join(home, path), 'utf8')))
  const env = { ...bareEnvironment(home), WW_DATA_DIR: join(home, 'memories'), COLUMNS: '100', NO_COLOR: '1' }
  return { home, write, change, env }
}

type Home = ReturnType<typeof newHome>

interface How {
  /** What a person types; without it there is no terminal. */
  readonly typed?: string
  readonly installation?: typeof now
}

/** The command, what it shows on both outputs, and how it ends if that is no success. */
async function told({ home, env }: Home, args: readonly string[], { typed, installation = now }: How = {}) {
  let shown = ''
  const isTTY = typed !== undefined
  const output = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 100 })
  const [stdin, stdout, stderr] = [output(), output(), output()]
  for (const stream of [stdout, stderr]) stream.on('data', (text: string) => (shown += text))
  stdin.end(typed ?? '')
  const here = { name: 'ww', env, cwd: () => home, home: () => home, installation, stdin, stdout, stderr }
  const code = await runCommandLine(args, createSurface(here))
  await new Promise((resolve) => setImmediate(resolve))
  const ended = code === 0 ? '' : `(exit code ${code})\n`
  const words = args.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ')
  return `$ ww ${words}\n${lasting(home, shown)}${ended}`
}

/** Without what differs between machines and moments. A line of progress is cleared when it ends. */
const lasting = (home: string, text: string): string =>
  stripVTControlCharacters(text.replace(/\r[^\r\n]*Starting World Weaver[^\r\n]*/g, ''))
    .replaceAll('\r', '')
    .replaceAll(home, '~')
    .replaceAll(main, '/opt/world-weaver/dist/app/main.js')
    .replaceAll(process.execPath, '/opt/node/bin/node')
    .replaceAll(version, '1.2.3')
    .replace(/after \d+ ms/g, 'after 300 ms')
    .replace(/\d{4}-\d\d-\d\dT[\d-]+Z/g, '2026-11-20T09-30-00Z')
    .replace(/[\d.]+ KiB/g, '88 KiB')
    // Several commands run in this process, where the driver closes a file when its statements are collected.
    .replaceAll('world-weaver.db, world-weaver.db-shm, world-weaver.db-wal', 'world-weaver.db')

const screens = (...parts: readonly string[]): string => parts.join('\n')

/** A version from before, which starts as this one does. */
function olderInstallation({ home, write }: Home): typeof now {
  write('older/package.json', '{ "name": "world-weaver", "version": "0.0.9", "type": "module" }')
  write('older/dist/app/main.js', `await import(${JSON.stringify(main)})`)
  return { ...now, program: join(home, 'older', 'dist', 'app', 'main.js'), version: '0.0.9' }
}

const connectBy = ({ home, env }: Home, installation: typeof now, ids: readonly string[]) =>
  openConnections({
    dataDir: env.WW_DATA_DIR,
    isChosen: true,
    installation,
    machine: { platform: process.platform, home, env },
  }).connect(ids, {})

test('[CNN3] connect that takes back what does not work', async () => {
  const home = newHome()
  home.write('.cursor/mcp.json', '{}\n')
  home.write('broken/main.js', 'console.error("Error: Cannot find module zod"); process.exit(1)')
  home.write('.codeium/windsurf/mcp_config.json', '{ "mcpServers": {')
  const gone = { ...now, node: '/opt/node-20/bin/node' }
  const broken = { ...now, program: join(home.home, 'broken', 'main.js') }
  const said = screens(
    await told(home, ['connect', 'cursor'], { installation: gone }),
    await told(home, ['connect', 'cursor'], { installation: broken }),
    await told(home, ['connect', 'windsurf']),
    await told(home, ['connect', 'cursor', '--no-check'], { installation: broken }),
    await told(home, ['connect', 'cursor', '--url', 'http://127.0.0.1:9/mcp']),
  )
  await expect(said).toMatchFileSnapshot('golden/screens/connect-broken.txt')
})

test('[CNN9] connect that offers to let memories be read', async () => {
  const home = newHome()
  for (const folder of ['.claude', '.gemini', '.codeium/windsurf'])
    mkdirSync(join(home.home, folder), { recursive: true })
  const said = screens(
    await told(home, ['connect'], { typed: 'claude-code, gemini, windsurf\n\n' }),
    await told(home, ['connect', 'gemini', '--yes'], { typed: '' }),
    await told(home, ['connect', 'claude-code', 'gemini'], { typed: 'y\n' }),
    await told(home, ['connect', 'claude-code', 'gemini'], { typed: 'y\n' }),
    await told(home, ['disconnect', 'gemini']),
    await told(home, ['connect', 'windsurf', 'gemini', '--allow-reading']),
  )
  await expect(said).toMatchFileSnapshot('golden/screens/connect-reading.txt')
})

/** What doctor says of clients, and its verdict; the rest is in golden/doctor.txt. */
async function doctor(home: Home) {
  const said = await told(home, ['doctor'])
  const [, clients = ''] = /✓ MCP server .*\n([\s\S]*?)\nIn use\n/.exec(said) ?? []
  const verdict = said.slice(said.lastIndexOf('\n\n') + 2)
  return `$ ww doctor\n  …\n${clients}  …\n\n${verdict}`
}

test('[CNN4] [CNN5] what doctor says of clients', async () => {
  const home = newHome()
  home.write('.cursor/mcp.json', '{}\n')
  mkdirSync(join(home.home, '.config', 'zed'), { recursive: true })
  const before = await doctor(home)
  await connectBy(home, olderInstallation(home), ['codex'])
  await connectBy(home, now, ['claude-code', 'cursor', 'gemini', 'windsurf', 'vscode'])
  home.change('.claude.json', (text) => text.replaceAll(main, '/opt/gone/main.js'))
  home.change('.claude/settings.json', (text) => text.replaceAll(main, '/opt/gone/main.js'))
  home.write(
    '.cursor/mcp.json',
    readFileSync(join(home.home, '.cursor/mcp.json'), 'utf8').replaceAll(process.execPath, '/opt/node-20/bin/node'),
  )
  home.change('.gemini/settings.json', (text) => JSON.stringify({ ...JSON.parse(text), hooks: {} }))
  home.write('.codeium/windsurf/mcp_config.json', '{ "mcpServers": {')
  home.write(
    '.vscode/mcp.json',
    '{ "servers": { "memory": { "command": "npx", "args": ["-y", "world-weaver@1.2.3", "mcp"] } } }',
  )
  const said = screens(before, await doctor(home))
  await expect(said).toMatchFileSnapshot('golden/screens/doctor-clients.txt')
})

test('[CNN7] upgrade', async () => {
  const home = newHome()
  const nothing = await told(home, ['upgrade'])
  await connectBy(home, olderInstallation(home), ['windsurf', 'zed'])
  const said = screens(
    nothing,
    await told(home, ['upgrade', '--dry-run']),
    await told(home, ['upgrade'], { installation: { ...now, program: '/opt/gone/main.js' } }),
    await told(home, ['upgrade']),
    await told(home, ['upgrade']),
  )
  await expect(said).toMatchFileSnapshot('golden/screens/upgrade.txt')
})

test('[CNN8] uninstall', async () => {
  const home = newHome()
  await connectBy(home, now, ['claude-code', 'zed'])
  await told(home, ['remember', 'The gulls are fed at dawn'])
  const before = [
    await told(home, ['uninstall', '--data']),
    await told(home, ['uninstall', '--data', '--dry-run']),
    await told(home, ['uninstall', '--data'], { typed: 'no\n' }),
    await told(home, ['uninstall']),
    await told(home, ['uninstall']),
  ]
  const said = screens(
    ...before,
    await told(home, ['uninstall', '--data'], { typed: 'delete\n' }),
    await told(home, ['uninstall', '--data', '--yes']),
  )
  expect(existsSync(home.env.WW_DATA_DIR)).toBe(false)
  await expect(said).toMatchFileSnapshot('golden/screens/uninstall.txt')
})

test('[CNN10] a new format of the memories', async () => {
  const home = newHome()
  await connectBy(home, olderInstallation(home), ['cursor', 'zed'])
  placeFixture(4, home.env.WW_DATA_DIR)
  const said = screens(
    await told(home, ['stats'], { typed: 'no\n' }),
    await told(home, ['migrate'], { typed: '\nwhat?\n' }),
    await told(home, ['migrate']),
    await told(home, ['migrate']),
  )
  await expect(said).toMatchFileSnapshot('golden/screens/schema-change.txt')
})
