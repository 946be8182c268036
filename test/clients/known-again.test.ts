import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { homeIn, snapshot } from './home.js'

const newFolder = useTemporaryFolders()
const all = ['claude-code', 'cursor', 'codex', 'gemini', 'opencode', 'zed']

describe('[CNN13] a connection without its record', () => {
  test('[CNN13] is known again and taken out, and what others wrote stays', async () => {
    const { folder, dataDir, connections, file, write } = homeIn(newFolder())
    write(await file('codex'), 'model = "large"\n')
    write(await file('cursor'), '{ "mcpServers": { "other": { "command": "mine" } } }\n')
    const state = async () => (await connections.list()).filter(({ id }) => all.includes(id)).map((each) => each.state)
    await connections.connect(all, {})
    rmSync(dataDir, { recursive: true })
    expect(await state()).toEqual(all.map(() => 'connected'))
    expect((await connections.upgrade({})).map(({ status }) => status)).toEqual(all.map(() => 'unchanged'))
    const outcomes = await connections.disconnect(all, {})
    expect(outcomes.map(({ status }) => status)).toEqual(all.map(() => 'changed'))
    expect(await state()).toEqual(all.map(() => 'not_connected'))
    const left = snapshot(folder).filter((line) =>
      /world-weaver/.test(Buffer.from(line.split(' ')[2]!, 'base64').toString()),
    )
    expect(left).toEqual([])
    expect(readFileSync(await file('codex'), 'utf8')).toBe('model = "large"\n')
    expect(JSON.parse(readFileSync(await file('cursor'), 'utf8'))).toEqual({
      mcpServers: { other: { command: 'mine' } },
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('[CNN13] the record is found in the data directory that the entry names', async () => {
    const home = newFolder()
    const settings = () => snapshot(home).filter((line) => !/^(?:data|other)/.test(line))
    const before = settings()
    await run(home, ['connect', 'claude-code', '--no-check'])
    const { code, stdout } = await run(home, ['uninstall'], { env: { WW_DATA_DIR: join(home, 'other') } })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('✓ Claude Code is disconnected') })
    expect(settings()).toEqual(before)
    expect(existsSync(join(home, 'data', 'habit', 'backups'))).toBe(false)
  })

  test('[CNN13] to connect with another data directory takes the record along', async () => {
    const home = newFolder()
    const settings = () => snapshot(home).filter((line) => !/^(?:data|other)/.test(line))
    const before = settings()
    const other = { env: { WW_DATA_DIR: join(home, 'other') } }
    await run(home, ['connect', 'cursor', '--no-check'])
    await run(home, ['connect', 'cursor', '--no-check'], other)
    expect(existsSync(join(home, 'data', 'habit', 'backups'))).toBe(false)
    expect((await run(home, ['disconnect', 'cursor'], other)).code).toBe(0)
    expect(settings()).toEqual(before)
  })
})

test.each(['claude-code', 'cursor', 'codex', 'gemini', 'opencode'])(
  '[CNN14] %s: an address takes the place of a connection to this machine, with its hooks',
  async (id) => {
    const { folder, connections } = homeIn(newFolder())
    const before = snapshot(folder)
    await connections.connect([id], {})
    await connections.connect([id], { url: 'http://localhost:8000/mcp' })
    const ours = snapshot(folder)
      .filter((line) => !line.startsWith('world-weaver'))
      .map((line) => Buffer.from(line.split(' ')[2]!, 'base64').toString())
    expect(ours.join('')).toContain('http://localhost:8000/mcp')
    expect(ours.join('')).not.toContain('main.js')
    expect((await connections.list()).find((client) => client.id === id)?.state).toBe('connected')
    await connections.disconnect([id], {})
    expect(snapshot(folder)).toEqual(before)
  },
)
