import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clients } from '#ww/adapters/clients/clients.js'
import { expectGolden } from '../support/golden-file.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type Home, homeIn, installation, snapshot } from './home.js'
import { jsoncTexts, tomlTexts } from './settings-texts.js'

const newFolder = useTemporaryFolders()

/** What each client calls the object of its servers. */
const serversOf: Readonly<Record<string, string>> = {
  vscode: 'servers',
  zed: 'context_servers',
  codex: 'mcp_servers',
  opencode: 'mcp',
}
const servers = (id: string): string => serversOf[id] ?? 'mcpServers'

/** Settings that somebody may have; undefined is no file. */
const json = (id: string): Readonly<Record<string, string | undefined>> => ({
  'no file': undefined,
  'an empty file': '',
  'an empty object': '{}',
  'an empty object in two lines': '{\n}\n',
  'only a comment': '// mine\n',
  'other settings': '{\n  "theme": "dark"\n}\n',
  'no line break at the end': `{\n    "theme": "dark",\n    "${servers(id)}": {}\n}`,
  minified: `{"theme":"dark","${servers(id)}":{"other":{"command":"other"}}}`,
  'in one line': `{ "theme": "dark" }\n`,
  'tabs, comments and trailing commas': `{\n\t// what I like\n\t"theme": "dark", // at night\n\t"${servers(id)}": {\n\t\t"other": { "command": "other" }, /* keep */\n\t\t// no more\n\t},\n}\n`,
  'a mark and the line breaks of Windows': `\uFEFF{\r\n  "${servers(id)}": {\r\n    "other": {\r\n      "command": "other"\r\n    }\r\n  },\r\n  "theme": "dark"\r\n}\r\n`,
  'an older entry': `{\n  "${servers(id)}": {\n    "world-weaver": {\n      // from my clone\n      "command": "node",\n      "args": ["/opt/world-weaver/dist/app/main.js", "mcp"],\n      "env": { "WW_PROJECT": "shop" },\n      "timeout": 60\n    },\n    "other": { "command": "other" }\n  }\n}\n`,
  'an older entry of another kind': `{\n  "${servers(id)}": {\n    "world-weaver": { "url": "http://localhost:8000/mcp" }\n  }\n}\n`,
})

const toml: Readonly<Record<string, string | undefined>> = {
  'no file': undefined,
  'an empty file': '',
  'only a comment': '# mine\n',
  'other settings': 'model = "large" # the best\n',
  'no line break at the end': '[mcp_servers.other]\ncommand = "other"',
  'a mark and the line breaks of Windows': '\uFEFFmodel = "large"\r\n\r\n[mcp_servers.other]\r\ncommand = "other"\r\n',
  'other tables':
    '# mine\nmodel = "large"\n\n[mcp_servers.other]\ncommand = "other"\n\n# how it looks\n[tui]\ntheme = "dark"\n',
  'an older entry':
    'model = "large"\n\n# from my clone\n[mcp_servers."world-weaver"]\ncommand = "node"\nargs = ["/opt/world-weaver/dist/app/main.js", "mcp"]\ntool_timeout_sec = 60\n\n[mcp_servers."world-weaver".env]\nWW_PROJECT = "shop"\n\n# how it looks\n[tui]\ntheme = "dark"\n',
  'an older entry of another kind':
    '[mcp_servers.world-weaver]\nurl = "http://localhost:8000/mcp"\n\n[tui]\ntheme = "dark"\n',
}

const ids = clients.map(({ id }) => id)
const textsOf = (id: string) => (id === 'codex' ? toml : json(id))

async function homeWith(
  id: string,
  text: string | Uint8Array | undefined,
  platform?: 'linux' | 'darwin',
): Promise<Home> {
  const home = homeIn(newFolder(), platform)
  if (text !== undefined) home.write(await home.file(id), text)
  return home
}

const connect = async ({ connections }: Home, id: string, toolset?: string) => {
  const [outcome] = await connections.connect([id], { toolset })
  return outcome
}

const disconnect = async ({ connections }: Home, id: string) => {
  const [outcome] = await connections.disconnect([id], {})
  return outcome
}

describe.each(ids)('%s', (id) => {
  test('what is written is pinned, byte for byte', async () => {
    const written: Record<string, readonly string[]> = {}
    for (const [name, text] of Object.entries(textsOf(id))) {
      const home = await homeWith(id, text)
      await connect(home, id)
      written[name] = readFileSync(await home.file(id), 'utf8').match(/[^\n]*\n|[^\n]+$/g) ?? []
    }
    expectGolden(new URL(`golden/${id}.golden.json`, import.meta.url), written)
  })

  describe.each(Object.entries(textsOf(id)))('%s', (_name, text) => {
    test.each(['linux', 'darwin'] as const)('connected twice on %s is connected once', async (platform) => {
      const home = await homeWith(id, text, platform)
      expect(await connect(home, id)).toMatchObject({ status: 'changed' })
      const once = snapshot(home.folder)
      expect(await connect(home, id)).toMatchObject({ status: 'unchanged', changes: [] })
      expect(snapshot(home.folder)).toEqual(once)
    })

    test('a dry run shows what would be written, and writes nothing', async () => {
      const home = await homeWith(id, text)
      const before = snapshot(home.folder)
      const [{ changes }] = await home.connections.connect([id], { dryRun: true })
      expect(snapshot(home.folder)).toEqual(before)
      await connect(home, id)
      const file = await home.file(id)
      expect(changes).toContainEqual({ file, before: text ?? null, after: readFileSync(file, 'utf8') })
    })

    test('disconnected, the whole home is as it was', async () => {
      const home = await homeWith(id, text)
      const before = snapshot(home.folder)
      await connect(home, id)
      await connect(home, id, 'memory')
      expect(await disconnect(home, id)).toMatchObject({ status: 'changed' })
      expect(snapshot(home.folder)).toEqual(before)
      expect(await disconnect(home, id)).toMatchObject({ changes: [] })
      expect(snapshot(home.folder)).toEqual(before)
    })

    test('disconnected after somebody changed other things, those stay and ours is gone', async () => {
      const home = await homeWith(id, text)
      await connect(home, id)
      const file = await home.file(id)
      const isToml = id === 'codex'
      const remark = isToml ? '# since\n' : '// since\n'
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^(\uFEFF?)/, `$1${remark}`))
      await disconnect(home, id)
      const left = readFileSync(file, 'utf8')
      expect(left).toContain(remark)
      const own = (text ?? '').match(/world-weaver/g)?.length ?? 0
      expect(left.match(/world-weaver/g)?.length ?? 0).toBe(own)
      expect(left).not.toContain('WW_TOOLSETS')
      // Nothing else was touched: what is left is what there was, and the remark.
      expect(left.replace(remark, '').trimEnd()).toBe((text ?? '').trimEnd())
    })
  })
})

describe('what is there', () => {
  test('an entry keeps what it says besides, and the toolset that was chosen', async () => {
    const text = '{ "mcpServers": { "world-weaver": { "command": "npx", "env": { "WW_TOOLSETS": "all", "A": "1" } } } }'
    const home = await homeWith('cursor', text)
    await connect(home, 'cursor')
    const entry = () =>
      JSON.parse(readFileSync(join(home.folder, '.cursor', 'mcp.json'), 'utf8')).mcpServers['world-weaver']
    expect(entry()).toEqual({
      command: installation.node,
      args: [installation.program, 'mcp'],
      env: { WW_TOOLSETS: 'all', A: '1', WW_RATE_LIMIT: '6000' },
    })
    await connect(home, 'cursor', 'memory')
    expect(entry().env).toMatchObject({ WW_TOOLSETS: 'memory', A: '1' })
  })

  test('an entry that somebody else wrote is left to them', async () => {
    const text = '{ "mcpServers": { "world-weaver": { "command": "npx" } } }'
    const home = await homeWith('cursor', text)
    expect(await disconnect(home, 'cursor')).toMatchObject({ status: 'not_ours', changes: [] })
    expect(readFileSync(await home.file('cursor'), 'utf8')).toBe(text)
  })

  test('an entry that somebody took out stays out', async () => {
    const home = await homeWith('windsurf', '{}')
    await connect(home, 'windsurf')
    writeFileSync(await home.file('windsurf'), '{ "mcpServers": {} }')
    expect(await disconnect(home, 'windsurf')).toMatchObject({ changes: [] })
    expect(readFileSync(await home.file('windsurf'), 'utf8')).toBe('{ "mcpServers": {} }')
    expect(existsSync(home.dataDir)).toBe(false)
  })

  test('a file that somebody removed stays away', async () => {
    const home = await homeWith('cursor', undefined)
    await connect(home, 'cursor')
    rmSync(await home.file('cursor'))
    await disconnect(home, 'cursor')
    expect(existsSync(await home.file('cursor'))).toBe(false)
  })

  test('changes between two connects survive the disconnect', async () => {
    const home = await homeWith('cursor', '{\n  "a": 1\n}\n')
    await connect(home, 'cursor')
    const file = await home.file('cursor')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"a": 1', '"a": 2'))
    await connect(home, 'cursor', 'all')
    await disconnect(home, 'cursor')
    expect(readFileSync(file, 'utf8')).toBe('{\n  "a": 2\n}\n')
  })

  test('a file rewritten by its program, as Claude Code does all the time, gives our entry back', async () => {
    const home = await homeWith('claude-code', '{"numStartups":1,"projects":{"/a":{"mcpServers":{}}}}')
    await connect(home, 'claude-code')
    const file = await home.file('claude-code')
    const settings = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...settings, numStartups: 2 }, null, 2))
    await disconnect(home, 'claude-code')
    const left = { numStartups: 2, projects: { '/a': { mcpServers: {} } } }
    expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(left, null, 2))
  })
})

describe('files', () => {
  test('rights and links stay', async () => {
    const home = homeIn(newFolder())
    const real = join(home.folder, 'dotfiles', 'cursor.json')
    home.write(real, '{}\n')
    chmodSync(real, 0o640)
    mkdirSync(join(home.folder, '.cursor'))
    symlinkSync(join('..', 'dotfiles', 'cursor.json'), join(home.folder, '.cursor', 'mcp.json'))
    const before = snapshot(home.folder)
    await connect(home, 'cursor')
    expect(readFileSync(real, 'utf8')).toContain('world-weaver')
    expect((statSync(real).mode & 0o777).toString(8)).toBe('640')
    await disconnect(home, 'cursor')
    expect(snapshot(home.folder)).toEqual(before)
  })

  test('a link to a file that is still to be made leads to it', async () => {
    const home = homeIn(newFolder())
    mkdirSync(join(home.folder, '.cursor'))
    symlinkSync(join(home.folder, 'cursor.json'), join(home.folder, '.cursor', 'mcp.json'))
    const before = snapshot(home.folder)
    await connect(home, 'cursor')
    expect(readFileSync(join(home.folder, 'cursor.json'), 'utf8')).toContain('world-weaver')
    await disconnect(home, 'cursor')
    expect(snapshot(home.folder)).toEqual(before)
  })

  test('the backup holds the bytes as they were, and nobody else may read it', async () => {
    const text = '{ "mcpServers": { "other": { "command": "x", "env": { "KEY": "secret" } } } }'
    const home = await homeWith('windsurf', text)
    await connect(home, 'windsurf')
    const folder = join(home.dataDir, 'habit', 'backups', 'windsurf')
    const kept = snapshot(folder)
    expect(kept).toHaveLength(2)
    for (const entry of kept) expect(entry).toMatch(/^mcp-[0-9a-f]{12}\.(?:[0-9a-f]{12}\.before|json) 600 /)
    expect(kept.join()).toContain(Buffer.from(text).toString('base64'))
    expect((statSync(dirname(folder)).mode & 0o777).toString(8)).toBe('700')
  })

  test.each([
    ['{ "a": 1,, }', 'line 1, column 10: a name in double quotes is expected'],
    ['{\n  "a": tru\n}', 'line 2, column 8: this is not JSON; names and strings need double quotes'],
    ['\uFEFF{ "a" 1 }', 'line 1, column 7: ":" is expected'],
    ['{\r\n  "a": "open\r\n}', 'line 2, column 8: a string is not closed'],
    ['{ "a": 1', 'line 1, column 9: the file ends too early'],
    ['{} /* open', 'line 1, column 4: a comment is not closed'],
    ['{}\n{}', 'line 2, column 1: there is more text after the end'],
    ['[]', 'line 1, column 1: the top level must be an object'],
    ['{\n  "mcpServers": []\n}', 'line 2, column 17: "mcpServers" must be an object'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 'line 1, column 1: it is not UTF-8 text'],
  ])('%j is refused with its place, and left alone', async (text, problem) => {
    const home = await homeWith('cursor', text)
    const before = snapshot(home.folder)
    expect(await connect(home, 'cursor')).toEqual({
      id: 'cursor',
      name: 'Cursor',
      status: 'failed',
      changes: [],
      problem: `${await home.file('cursor')}, ${problem}. The file was left as it is`,
    })
    expect(snapshot(home.folder)).toEqual(before)
  })

  test.each([
    ['model = \n', /config\.toml, line 1, column 9: .+\. The file was left as it is$/],
    ['mcp_servers = {}\n', /line 1, column 1: "mcp_servers" is written in a way that cannot be edited here/],
  ])('%j is refused as well', async (text, problem) => {
    const home = await homeWith('codex', text)
    expect(await connect(home, 'codex')).toMatchObject({ status: 'failed', problem: expect.stringMatching(problem) })
    expect(readFileSync(await home.file('codex'), 'utf8')).toBe(text)
  })

  test.each(['{bad', '', '{}', 'null', '{"before": 5, "after": "x", "folders": []}'])(
    'a damaged record of how settings were leaves them as they are, and says which it is: %j',
    async (damage) => {
      const home = await homeWith('cursor', '{}')
      await connect(home, 'cursor')
      const [record] = readdirSync(join(home.dataDir, 'habit', 'backups', 'cursor')).filter((name) =>
        /json$/.test(name),
      )
      writeFileSync(join(home.dataDir, 'habit', 'backups', 'cursor', record!), damage)
      const before = snapshot(home.folder)
      const problem = expect.stringContaining(record!)
      expect(await disconnect(home, 'cursor')).toMatchObject({ status: 'failed', problem })
      expect(await connect(home, 'cursor')).toMatchObject({ status: 'failed', problem })
      const states = (await home.connections.list()).map(({ id, state }) => `${id} ${state}`)
      expect(states).toEqual(expect.arrayContaining(['cursor unreadable', 'zed not_connected']))
      expect(snapshot(home.folder)).toEqual(before)
    },
  )

  test('a broken file of one client does not keep the others', async () => {
    const home = await homeWith('cursor', '{')
    const outcomes = await home.connections.connect(['cursor', 'zed'], {})
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'changed'])
  })
})

describe('random settings come back byte for byte', () => {
  test.each([
    ['cursor', jsoncTexts('mcpServers')],
    ['zed', jsoncTexts('context_servers')],
    ['codex', tomlTexts],
  ])('%s', async (id, texts) => {
    const home = homeIn(newFolder())
    const file = await home.file(id)
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        home.write(file, text)
        const { status } = await connect(home, id)
        expect(status).toBe('changed')
        await disconnect(home, id)
        expect(readFileSync(file, 'utf8')).toBe(text)
      }),
      { numRuns: 60 },
    )
    expect(existsSync(home.dataDir)).toBe(false)
  })
})
