import { existsSync, readFileSync } from 'node:fs'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { clients } from '#ww/adapters/clients/clients.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type Home, homeIn, installation, snapshot } from './home.js'

const newFolder = useTemporaryFolders()
const url = 'https://memory.example.org/mcp'
const address = `${url}?toolset=core`
const headers = { Authorization: 'Bearer ww_k1_secret' }

/** As each client's makers document it. */
const entries: Readonly<Record<string, { readonly servers: string; readonly entry: unknown }>> = {
  'claude-code': { servers: 'mcpServers', entry: { type: 'http', url: address, headers } },
  cursor: { servers: 'mcpServers', entry: { url: address, headers } },
  vscode: { servers: 'servers', entry: { type: 'http', url: address, headers } },
  windsurf: { servers: 'mcpServers', entry: { serverUrl: address, headers } },
  codex: { servers: 'mcp_servers', entry: { url: address, http_headers: headers } },
  gemini: { servers: 'mcpServers', entry: { httpUrl: address, headers } },
  opencode: { servers: 'mcp', entry: { type: 'remote', url: address, headers, enabled: true } },
  zed: { servers: 'context_servers', entry: { url: address, headers } },
}

const parse = (id: string, text: string): Record<string, unknown> =>
  id === 'codex' ? parseToml(text) : JSON.parse(text)

async function entryOf(home: Home, id: string): Promise<unknown> {
  const settings = parse(id, readFileSync(await home.file(id), 'utf8'))
  return (settings[entries[id].servers] as Record<string, unknown>)['world-weaver']
}

const stateOf = async ({ connections }: Home, id: string) =>
  (await connections.list()).find((client) => client.id === id)?.state

describe('a client that is told of a server that runs already', () => {
  test('each but Claude Desktop can be', () => {
    const known = clients.filter(({ addressEntry }) => addressEntry !== undefined).map(({ id }) => id)
    expect(known.sort()).toEqual(Object.keys(entries).sort())
    expect(clients).toHaveLength(known.length + 1)
  })

  test.each(Object.entries(entries))('%s gets its address and key, and nothing else', async (id, { entry }) => {
    const home = homeIn(newFolder())
    const before = snapshot(home.folder)
    const [outcome] = await home.connections.connect([id], { url, key: 'ww_k1_secret' })
    expect(outcome).toMatchObject({ status: 'changed', changes: [expect.anything()] })
    expect(await entryOf(home, id)).toEqual(entry)
    expect(await stateOf(home, id)).toBe('connected')
    const [again] = await home.connections.connect([id], { url, key: 'ww_k1_secret' })
    expect(again.status).toBe('unchanged')
    await home.connections.disconnect([id], {})
    expect(snapshot(home.folder).filter((line) => !line.startsWith('world-weaver'))).toEqual(before)
  })

  test.each(Object.entries(entries))('%s may be told of another, and of one that it starts itself', async (id) => {
    const home = homeIn(newFolder())
    await home.connections.connect([id], { url, key: 'ww_k1_secret' })
    await home.connections.connect([id], { url: 'http://localhost:8000/mcp' })
    const text = readFileSync(await home.file(id), 'utf8')
    expect(text).toContain('http://localhost:8000/mcp?toolset=core')
    expect(text).not.toContain('ww_k1_secret')
    await home.connections.connect([id], {})
    expect(await entryOf(home, id)).toMatchObject({
      command: id === 'opencode' ? [installation.node, installation.program, 'mcp'] : installation.node,
    })
    expect(JSON.stringify(await entryOf(home, id))).not.toContain('localhost:8000')
    await home.connections.disconnect([id], {})
    expect(existsSync(await home.file(id))).toBe(false)
  })

  test('Claude Desktop says that it cannot, and keeps nobody else', async () => {
    const home = homeIn(newFolder())
    const outcomes = await home.connections.connect(['claude-desktop', 'cursor'], { url })
    expect(outcomes).toMatchObject([
      { status: 'failed', problem: expect.stringContaining('address') },
      { status: 'changed' },
    ])
    expect(existsSync(await home.file('claude-desktop'))).toBe(false)
  })

  test.each([
    [{ url, toolset: 'memory,gwt_store' }, `${url}?toolset=memory,gwt_store`],
    [{ url: `${url}?toolset=all` }, `${url}?toolset=all`],
    [{ url: `${url}?toolset=all`, toolset: 'core' }, address],
    [{ url }, address],
  ])('%j: the tools stand in the address', async (options, expected) => {
    const home = homeIn(newFolder())
    await home.connections.connect(['cursor'], options)
    expect(await entryOf(home, 'cursor')).toEqual({ url: expected })
  })

  test.each([
    [{ url: 'memory.example.org' }, '--url'],
    [{ url: 'ftp://memory.example.org/mcp' }, '--url'],
    [{ key: 'ww_k1_secret' }, '--key'],
    [{ url, key: 'two words' }, '--key'],
    [{ url, key: '' }, '--key'],
    [{ url, toolset: 'everything' }, 'WW_TOOLSETS'],
  ])('%j is refused', async (options, field) => {
    const home = homeIn(newFolder())
    await expect(home.connections.connect(['cursor'], options)).rejects.toMatchObject({ field })
  })
})
