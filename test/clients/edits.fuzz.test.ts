import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { setValue } from '#ww/adapters/clients/jsonc/edit-jsonc.js'
import { jsonServer } from '#ww/adapters/clients/jsonc/json-server.js'
import { findValue } from '#ww/adapters/clients/jsonc/parse-jsonc.js'
import { tomlServer } from '#ww/adapters/clients/toml/toml-server.js'
import { installation } from './home.js'
import { jsoncTexts, tomlTexts } from './settings-texts.js'

const numRuns = 500
const wanted = { ...installation, platform: 'linux', toolset: 'core' } as const
const ours = {
  command: installation.node,
  args: [installation.program, 'mcp'],
  env: { WW_TOOLSETS: 'core', WW_RATE_LIMIT: '6000' },
}

type Settings = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** All but our entry; servers that are none are nothing. */
function others({ mcpServers, mcp_servers = mcpServers, ...rest }: Settings): unknown {
  const { 'world-weaver': _, ...servers } = mcp_servers ?? {}
  return Object.keys(servers).length === 0 ? rest : { ...rest, servers }
}

/** Whether each sign of `text` but blanks is in `longer`, in its order. */
function isWithin(text: string, longer: string): boolean {
  let at = 0
  for (const sign of text.replace(/\s/g, '')) {
    at = longer.indexOf(sign, at) + 1
    if (at === 0) return false
  }
  return true
}

describe('JSON with comments', () => {
  const edit = jsonServer('mcpServers')(wanted)
  const read = (text: string) => (findValue(text, []) ?? {}) as Settings
  const texts = jsoncTexts('mcpServers')

  test('JSON is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(findValue(text, [])).toEqual(JSON.parse(text))
      }),
    )
  })

  test('our entry comes in, and everything else says what it said', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const applied = edit.apply(text)
        expect(read(applied).mcpServers?.['world-weaver']).toMatchObject(ours)
        expect(others(read(applied))).toEqual(others(read(text)))
      }),
      { numRuns },
    )
  })

  test('twice is once', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const applied = edit.apply(text)
        expect(edit.apply(applied)).toBe(applied)
      }),
      { numRuns },
    )
  })

  test('where there was no entry, not a sign of the text is lost or moved', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(read(text).mcpServers?.['world-weaver'] === undefined)
        expect(isWithin(text, edit.apply(text))).toBe(true)
      }),
      { numRuns },
    )
  })

  test('taken out, the settings say what they said before, and what was changed since stays', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isChanged) => {
        const applied = edit.apply(text)
        const changed = isChanged ? setValue(applied, ['theme'], { dark: true }) : applied
        const reverted = edit.revert(changed, text)
        expect(read(reverted)).toEqual({ ...read(text), ...(isChanged ? { theme: { dark: true } } : {}) })
        expect(edit.revert(reverted, text)).toBe(reverted)
      }),
      { numRuns },
    )
  })
})

describe('TOML', () => {
  const edit = tomlServer('mcp_servers')(wanted)
  const read = (text: string) => parse(text.replace('\uFEFF', '')) as unknown as Settings

  test('our entry comes in once, everything else says what it said, and all comments stay', () => {
    fc.assert(
      fc.property(tomlTexts, (text) => {
        const applied = edit.apply(text)
        expect(read(applied).mcp_servers?.['world-weaver']).toMatchObject(ours)
        expect(others(read(applied))).toEqual(others(read(text)))
        expect(edit.apply(applied)).toBe(applied)
        expect(applied.match(/# about/g)).toEqual(text.match(/# about/g))
        const lines = new Set(applied.match(/\r?\n/g))
        if (/\n/.test(text)) expect(lines).toEqual(new Set(text.match(/\r?\n/g)))
      }),
      { numRuns },
    )
  })

  test('taken out, the settings say what they said before, and what was changed since stays', () => {
    fc.assert(
      fc.property(tomlTexts, fc.boolean(), (text, isChanged) => {
        const applied = edit.apply(text)
        const changed = isChanged ? `${applied}\n[tui]\ntheme = "dark"\n` : applied
        const reverted = edit.revert(changed, text)
        expect(read(reverted)).toEqual({ ...read(text), ...(isChanged ? { tui: { theme: 'dark' } } : {}) })
        expect(edit.revert(reverted, text)).toBe(reverted)
      }),
      { numRuns },
    )
  })
})
