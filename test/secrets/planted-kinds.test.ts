import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '#ww/memory/secrets/find-secrets.js'
import { redactSecrets } from '#ww/memory/secrets/redact-secrets.js'
import { rules } from '#ww/memory/secrets/rules.js'
import { createRandom } from '../support/random.js'
import { isMasked, kinds, plant, tableOfKinds } from './kinds/table.js'
import { drawLookAlikes, realLookAlikes } from './look-alikes.js'

const seeds = [1, 2, 3, 4]
const page = 'docs/secrets.md'

describe('planted secrets', () => {
  test('[COM4] of 300 and more of 120 and more kinds, 97 % are masked as what they are, and nothing else is changed', () => {
    const planted = seeds.flatMap(plant)
    const missed = planted.filter((each) => !isMasked(each))
    const shown = missed.map(({ kind, before, secret, after }) => {
      const text = before + secret + after
      return `${kind}:\n${text}\n→ ${redactSecrets(text).text}`
    })
    expect(kinds.length).toBeGreaterThanOrEqual(300)
    expect(new Set(kinds.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(120)
    expect(missed.length / planted.length, shown.join('\n\n')).toBeLessThanOrEqual(0.03)
  })

  test('[COM4] every planted kind is one that a rule has, and there are 120 providers and tools', () => {
    const known = new Set(rules.map(({ kind }) => kind))
    expect(kinds.filter(([kind]) => !known.has(kind))).toEqual([])
    expect(new Set(rules.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(120)
    for (const { source, noted } of rules) {
      expect(source).toMatch(/^https:\/\/|^docs\//)
      expect(noted).toMatch(/^20\d\d-\d\d/)
    }
  })

  test.each([
    ['generated', drawLookAlikes(createRandom(11), 45)],
    ['from lock files, programs and manuals', realLookAlikes(2_000)],
  ] as const)(
    '[COM4] of 2,000 harmless look-alikes, %s, one in a hundred at most is taken for a secret',
    (_, texts) => {
      const taken = texts.flatMap((text) =>
        findSecrets(text).map(
          ({ kind, start, end }) => `${kind}: ${text.slice(start, end)}\n  in ${text.slice(0, 200)}`,
        ),
      )
      expect(texts.length).toBeGreaterThanOrEqual(2_000)
      expect(taken.length / texts.length, taken.join('\n')).toBeLessThanOrEqual(0.01)
    },
  )

  test('[COM4] a private key whose lines are quoted, indented or commented is masked whole', () => {
    const key = plant(5).find(({ kind, secret }) => kind === 'private-key' && secret.includes('\n'))!
    for (const mark of ['> ', '    ', '# ', '// ', '| ', '+']) {
      const text = key.secret.split('\n').map((line) => mark + line)
      const masked = redactSecrets(text.join('\n')).text
      for (const line of key.secret.split('\n').filter((each) => /^[\w+/=]{30,}$/.test(each))) {
        expect(masked, mark).not.toContain(line)
      }
    }
  })

  // `UPDATE_GOLDEN=1` writes the table.
  test('the page on secrets has the table of the rules', () => {
    const table = tableOfKinds(seeds)
    const text = readFileSync(page, 'utf8')
    const [start, end] = ['<!-- table of kinds -->\n', '\n<!-- end of the table -->']
    const [before, after] = [text.slice(0, text.indexOf(start) + start.length), text.slice(text.indexOf(end))]
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(page, before + table + after)
    else expect(text).toBe(before + table + after)
  })
})
