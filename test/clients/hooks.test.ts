import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { claudeCodeHooks, codexHooks, cursorHooks, geminiHooks } from '#ww/adapters/clients/hooks.js'
import { geminiJsonHooks, jsonHooks, plainJsonHooks } from '#ww/adapters/clients/jsonc/json-hooks.js'
import { installation } from './home.js'

const theirs = { matcher: 'Bash', hooks: [{ type: 'command', command: 'say done' }] }
const withTheirs = `${JSON.stringify({ model: 'large', hooks: { Stop: [theirs], Notification: [theirs] } }, null, 2)}\n`

describe.each([
  ['Claude Code', claudeCodeHooks],
  ['Codex CLI', codexHooks],
])('[HOK10] hooks in the settings of %s', (_name, entries) => {
  const edit = (program = '/opt/ww/main.js') =>
    jsonHooks(entries)({ ...installation, platform: 'linux', toolset: undefined, program })

  test('[HOK10] stand beside those of others, one group an event', () => {
    const { hooks, model } = JSON.parse(edit().apply(withTheirs))
    const command = '"/opt/node/bin/node" "/opt/ww/main.js" hook stop'
    expect(model).toBe('large')
    expect(hooks.Stop).toEqual([theirs, { hooks: [{ type: 'command', command, timeout: 5 }] }])
    expect(hooks.Notification).toEqual([theirs])
    expect(Object.keys(hooks).sort()).toEqual(
      [...new Set([...entries.map(({ event }) => event), 'Notification'])].sort(),
    )
  })

  test("[HOK10] others' hooks keep their comments and layout", () => {
    const before = '{\n  "hooks": {\n    "Stop": [\n      {"hooks":[ {"type":"command"} ]}, // aloud\n    ]\n  }\n}\n'
    const applied = edit().apply(before)
    expect(applied).toContain('    "Stop": [\n      {"hooks":[ {"type":"command"} ]}, // aloud\n      {\n')
    expect(edit().revert(applied, before)).toBe(before)
  })

  test('[HOK10] an event that holds no list is refused', () => {
    expect(() => edit().apply('{ "hooks": { "Stop": {} } }')).toThrow('"hooks.Stop" must be a list')
  })

  test('[HOK10] twice is once, also when the program has moved', () => {
    const once = edit().apply(withTheirs)
    expect(edit().apply(once)).toBe(once)
    const moved = edit('/usr/lib/ww/main.js').apply(once)
    expect(moved).not.toContain('/opt/ww')
    expect(moved).toBe(once.replaceAll('/opt/ww', '/usr/lib/ww'))
  })

  test.each(['', '{}\n', '{\n  "theme": "dark"\n}\n', withTheirs])(
    '[HOK10] come out again, byte for byte: %j',
    (before) => {
      const applied = edit().apply(before)
      expect(edit().revert(applied, before).trimEnd()).toBe(before.trimEnd())
      expect(edit().revert(before, before)).toBe(before)
    },
  )

  test
    .skipIf(process.platform === 'win32')
    .each([
      '/a b/main.js',
      '/a$(touch pwned)/main.js',
      '/a`touch pwned`/main.js',
      '/a"; touch pwned; "/main.js',
      "/it's $HOME/main.js",
      "/it's '$HOME'/main.js",
      '/back\\slash\\/main.js',
      '/ünï\ncode/main.js',
    ])('[HOK10] a shell takes the path as it is, and it is known again: %j', (path) => {
    const edited = jsonHooks(claudeCodeHooks)({
      ...{ platform: 'linux', toolset: undefined, version: '1.2.3' },
      ...{ node: 'node', program: path, dataDir: path },
    })
    const applied = edited.apply('{}')
    expect(edited.revert(applied, '{}')).toBe('{}')
    const { command } = JSON.parse(applied).hooks.Stop[0].hooks[0]
    const said = execFileSync('sh', ['-c', `node() { printf '%s|' "$@"; }; ${command}`], { encoding: 'utf8' })
    expect(said).toBe(`${path}|hook|stop|--data-dir|${path}|`)
  })

  test('[HOK10] what somebody added since stays', () => {
    const applied = JSON.parse(edit().apply('{}'))
    applied.hooks.Stop.push(theirs)
    const { hooks } = JSON.parse(edit().revert(JSON.stringify(applied, null, 2), '{}'))
    expect(hooks).toEqual({ Stop: [theirs] })
  })
})

describe('[CNN6] hooks by the conventions of other clients', () => {
  const wanted = { ...installation, platform: 'linux', toolset: undefined } as const
  const command = (moment: string) => `"${installation.node}" "${installation.program}" hook ${moment}`

  test('[CNN6] Cursor: a plain list, in a file that names its version', () => {
    const edit = plainJsonHooks(cursorHooks)(wanted)
    const before = '{\n  "hooks": { "stop": [{ "command": "say done" }] }\n}\n'
    const applied = edit.apply(before)
    const { version, hooks } = JSON.parse(applied)
    expect(version).toBe(1)
    expect(hooks.stop).toEqual([{ command: 'say done' }, { command: command('stop'), timeout: 5 }])
    expect(edit.apply(applied)).toBe(applied)
    // The version stays for the hook that is left.
    expect(JSON.parse(edit.revert(applied, before))).toEqual({ version: 1, hooks: { stop: [{ command: 'say done' }] } })
    for (const text of ['', '{}\n', '{ "version": 1 }\n'])
      expect(edit.revert(edit.apply(text), text).trimEnd()).toBe(text.trimEnd())
  })

  test('[CNN6] Gemini CLI: groups, milliseconds, and PowerShell on Windows', () => {
    const { hooks } = JSON.parse(geminiJsonHooks(geminiHooks)(wanted).apply('{}'))
    expect(hooks.BeforeAgent).toEqual([{ hooks: [{ type: 'command', command: command('prompt'), timeout: 5000 }] }])
    const onWindows = geminiJsonHooks(geminiHooks)({ ...wanted, platform: 'win32' })
    const applied = onWindows.apply('{}')
    expect(JSON.parse(applied).hooks.BeforeAgent[0].hooks[0].command).toBe(`& ${command('prompt')}`)
    expect(onWindows.revert(applied, '{}')).toBe('{}')
  })
})
