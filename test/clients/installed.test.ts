import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { clients } from '#ww/adapters/clients/clients.js'
import { hookCommand } from '#ww/adapters/clients/hooks.js'
import { launchOf } from '#ww/adapters/clients/installation.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { homeIn, installation } from './home.js'

const newFolder = useTemporaryFolders()
const onLinux = { ...installation, platform: 'linux' } as const
const npx = { ...onLinux, program: '/home/ada/.npm/_npx/0a1b/node_modules/world-weaver/dist/app/main.js' } as const
const npxOnWindows = {
  ...npx,
  platform: 'win32',
  program: 'C:\\Users\\ada\\AppData\\Local\\npm-cache\\_npx\\0a1b\\node_modules\\world-weaver\\dist\\app\\main.js',
} as const

describe('[CNN1] what starts the program', () => {
  test('[CNN1] is this installation, by absolute paths', () => {
    expect(launchOf(onLinux)).toEqual({ command: '/opt/node/bin/node', args: ['/opt/world-weaver/dist/app/main.js'] })
    expect(hookCommand(onLinux, 'prompt')).toBe('"/opt/node/bin/node" "/opt/world-weaver/dist/app/main.js" hook prompt')
  })

  test('[CNN1] is npx with this version, if npx started it', () => {
    expect(launchOf(npx)).toEqual({ command: 'npx', args: ['-y', 'world-weaver@1.2.3'] })
    expect(launchOf(npxOnWindows)).toEqual({ command: 'cmd', args: ['/c', 'npx', '-y', 'world-weaver@1.2.3'] })
    expect(hookCommand(npx, 'prompt')).toBe('npx -y world-weaver@1.2.3 hook prompt')
    expect(hookCommand(npxOnWindows, 'prompt')).toBe('npx -y world-weaver@1.2.3 hook prompt')
  })

  test.each(clients.map(({ id }) => id))('[CNN1] [CNN2] no name without a version is written for %s', async (id) => {
    const home = homeIn(newFolder())
    const [{ changes }] = await home.connections.connect([id], {})
    for (const { file } of changes) expect(readFileSync(file, 'utf8')).not.toMatch(/npx|world-weaver(?= (?:mcp|hook))/)
    const text = readFileSync(await home.file(id), 'utf8')
    expect(text).toMatch(/"?WW_TOOLSETS"?(?:: | = )"core"/)
    expect(text).toMatch(/"?WW_RATE_LIMIT"?(?:: | = )"6000"/)
  })
})

test('[CNN2] what an entry says about tools and the limit stays', async () => {
  const home = homeIn(newFolder())
  const env = { WW_TOOLSETS: 'memory', WW_RATE_LIMIT: '20' }
  home.write(await home.file('cursor'), JSON.stringify({ mcpServers: { 'world-weaver': { command: 'x', env } } }))
  await home.connections.connect(['cursor'], {})
  const { mcpServers } = JSON.parse(readFileSync(await home.file('cursor'), 'utf8'))
  expect(mcpServers['world-weaver'].env).toEqual(env)
})
