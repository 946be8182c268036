import fc from 'fast-check'
import { expect } from 'vitest'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { bestPassage } from '#ww/memory/recall/passage.js'
import { analyseQuery } from '#ww/memory/recall/query/analyse-query.js'
import { analyseText } from '#ww/memory/recall/text/analyse-text.js'
import { findPaths } from '#ww/memory/references/find-paths.js'
import { findSecrets } from '#ww/memory/secrets/find-secrets.js'
import { redactSecrets } from '#ww/memory/secrets/redact-secrets.js'
import { runWhole } from '#ww/memory/slices.js'
import { defineArea } from '../campaign/area.js'
import { asText, textOf } from './texts.js'

const fragments = [
  ...['last week', 'yesterday', 'in May', 'between 3 and 5 June 2024', '2024-02-30', '31.12.9999', 'the 0th of Never'],
  ...[
    '3 days ago',
    'since',
    'until',
    'next',
    'Q3 2025',
    '12:61',
    '24:00',
    'in 99999999 years',
    'summer of 1969',
    '0000-00-00',
  ],
  ...[
    'src/app/main.ts',
    './a/../b.ts:12:5',
    'C:\\x\\y.ts',
    'https://x.example/a?b=c#d',
    'docs/',
    '/'.repeat(9),
    'a/b/c#L1-L2',
  ],
  ...[
    'E_CONN_RESET',
    'getUserById',
    'v1.2.3-rc.1',
    'foo-bar_baz',
    'naïve',
    'Anna’s',
    'AKIAIOSFODNN7EXAMPLE',
    'sk-ant-api03-',
  ],
  ...[
    'password: hunter2',
    'Bearer eyJhbGciOi',
    '-----BEGIN PRIVATE KEY-----',
    'ghp_',
    '漢字かな',
    '한국어',
    'שלום',
    '👩‍👩‍👧‍👦',
    'ﬁ',
    'İı',
  ],
  ...[
    '"',
    '“',
    '„',
    '«',
    '「',
    "'",
    '?',
    '!',
    '...',
    '--',
    '((',
    '[[',
    '<b>',
    '`',
    '\\',
    '%s',
    '{}',
    '.',
    ',',
    ':',
    ';',
    '-',
    '_',
    '@',
    '#',
  ],
  ...[
    'who',
    'what',
    'when',
    'the',
    'is',
    'not',
    'und',
    'der',
    'el',
    'Anna:',
    'user:',
    'e\u0301\u0301\u0301',
    '\u202e',
    '\u200b',
    'x',
  ],
]

export const queries = defineArea({
  name: 'queries',
  shortRuns: 120,
  cases: fc.record({
    told: textOf(fragments),
    now: fc.oneof(fc.constant(1_767_600_000_000), fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })),
    languages: fc.subarray(['de', 'fr', 'es', 'ru', 'zh', 'ja', 'ar', 'xx']),
    most: fc.integer({ min: 20, max: 900 }),
    hasBareNumbers: fc.boolean(),
  }),
  async open() {
    const tokens = await openStaticTokenSpace()
    return {
      async play({ told, now, languages, most, hasBareNumbers }) {
        const text = asText(told)
        const index = await analyseText(text, tokens)
        for (const [term, count] of index.terms)
          expect([term === '', Number.isInteger(count) && count > 0]).toEqual([false, true])
        expect(index.length).toBeGreaterThanOrEqual(0)

        const asked = text.slice(0, 10_000).toWellFormed()
        const query = await analyseQuery(asked, { tokens, now, languages, hasBareNumbers })
        expect(query.text).toBe(asked)
        const places = query.words.flatMap(({ terms }) => terms)
        expect(places.every((place) => query.terms[place] !== undefined)).toBe(true)
        for (const { from, to } of query.spans) {
          expect([Number.isFinite(from), Number.isFinite(to), from <= to], JSON.stringify({ from, to })).toEqual([
            true,
            true,
            true,
          ])
        }

        const passage = runWhole(bestPassage(text, query, most))
        expect([passage.length <= most, text.includes(passage), passage.isWellFormed()]).toEqual([true, true, true])
        for (const path of findPaths(text)) expect(text).toContain(path)
        expectMasked(text)
      },
    }
  },
})

function expectMasked(text: string): void {
  const secrets = findSecrets(text)
  const { text: masked, kinds } = redactSecrets(text)
  let from = 0
  for (const { start, end } of secrets) {
    expect([start >= from, end > start, end <= text.length]).toEqual([true, true, true])
    from = end
  }
  if (kinds.length === 0) expect(masked).toBe(text)
  expect(masked.isWellFormed()).toBe(true)
}
