import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { homeIn, snapshot } from './home.js'

const newFolder = useTemporaryFolders()
const rules = ['mcp__world-weaver__recall', 'mcp__world-weaver__get_memory']

describe('[CNN9] reading without being asked each time', () => {
  test('[CNN9] in Claude Code, beside what is allowed already', async () => {
    const home = homeIn(newFolder())
    const file = join(home.folder, '.claude', 'settings.json')
    const allowed = () => JSON.parse(readFileSync(file, 'utf8')).permissions?.allow
    home.write(file, '{\n  "permissions": { "allow": ["Bash(ls)"] } // mine\n}\n'.replace(' // mine', ''))
    const before = snapshot(home.folder)
    await home.connections.connect(['claude-code'], {})
    expect(allowed()).toEqual(['Bash(ls)'])
    await home.connections.connect(['claude-code'], { allowReading: true })
    expect(allowed()).toEqual(['Bash(ls)', ...rules])
    const [again] = await home.connections.connect(['claude-code'], { allowReading: true })
    expect(again!.status).toBe('unchanged')
    // To connect again without it takes nothing back.
    await home.connections.connect(['claude-code'], {})
    expect(allowed()).toEqual(['Bash(ls)', ...rules])
    await home.connections.disconnect(['claude-code'], {})
    expect(snapshot(home.folder)).toEqual(before)
  })

  test('[CNN9] what somebody allowed before stays, also when the file has changed since', async () => {
    const home = homeIn(newFolder())
    const file = join(home.folder, '.claude', 'settings.json')
    home.write(file, JSON.stringify({ permissions: { allow: [rules[0]] } }))
    await home.connections.connect(['claude-code'], { allowReading: true })
    home.write(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), model: 'large' }))
    await home.connections.disconnect(['claude-code'], {})
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: [rules[0]] }, model: 'large' })
  })

  test('[CNN9] in Gemini CLI, by a file of its own among its policies', async () => {
    const home = homeIn(newFolder())
    const file = join(home.folder, '.gemini', 'policies', 'world-weaver.toml')
    home.write(await home.file('gemini'), '{ "theme": "dark" }\n')
    const before = snapshot(home.folder)
    await home.connections.connect(['gemini'], {})
    const gemini = async () => (await home.connections.list()).find(({ id }) => id === 'gemini')
    expect(await gemini()).toMatchObject({ state: 'connected', can_allow_reading: true, allows_reading: false })
    await home.connections.connect(['gemini'], { allowReading: true })
    const rule = { mcpName: 'world-weaver', toolName: ['recall', 'get_memory'], decision: 'allow', priority: 100 }
    expect(parse(readFileSync(file, 'utf8'))).toEqual({ rule: [rule] })
    expect(await gemini()).toMatchObject({ state: 'connected', allows_reading: true })
    // To connect again without it takes nothing back.
    await home.connections.connect(['gemini'], {})
    expect(await gemini()).toMatchObject({ state: 'connected', allows_reading: true })
    await home.connections.disconnect(['gemini'], {})
    expect(snapshot(home.folder)).toEqual(before)
  })

  test('[CNN9] a policy of that name which somebody else wrote is left alone, and nothing is connected', async () => {
    const home = homeIn(newFolder())
    home.write(join(home.folder, '.gemini', 'policies', 'world-weaver.toml'), '# mine\n')
    const before = snapshot(home.folder)
    const [outcome] = await home.connections.connect(['gemini'], { allowReading: true })
    expect(outcome).toMatchObject({ status: 'failed', problem: expect.stringContaining('not from World Weaver') })
    expect(snapshot(home.folder)).toEqual(before)
  })

  test('[CNN9] in Codex CLI, tool by tool', async () => {
    const home = homeIn(newFolder())
    home.write(await home.file('codex'), 'model = "large"\n')
    const before = snapshot(home.folder)
    await home.connections.connect(['codex'], { allowReading: true })
    const { mcp_servers } = parse(readFileSync(await home.file('codex'), 'utf8')) as Record<string, never>
    const approve = { approval_mode: 'approve' }
    expect(mcp_servers).toMatchObject({ 'world-weaver': { tools: { recall: approve, get_memory: approve } } })
    await home.connections.disconnect(['codex'], {})
    expect(snapshot(home.folder)).toEqual(before)
  })
})
