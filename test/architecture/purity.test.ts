import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Clock, chance and surroundings, which the domain gets as arguments. */
const impure =
  /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?!\s*\())|\bMath\.random\b|\bperformance\.now\b|\b(?:process|crypto)\.\w+/g

const impuritiesOf = (source: string): string[] => source.match(impure) ?? []

test('the domain asks neither the clock nor chance nor its surroundings', () => {
  const files = readdirSync('src/memory', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const found = files.flatMap((file) =>
    impuritiesOf(readFileSync(join('src/memory', file), 'utf8')).map((impurity) => `${file}: ${impurity}`),
  )
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(40)
})

test.each([
  'const now = Date.now()',
  'items.map(Date.now)',
  'const now = new Date()',
  'const now = new Date( )',
  'const now = new Date',
  'Math.random() < 0.5',
  'performance.now()',
  'process.env.WW_PROJECT',
  'crypto.randomUUID()',
  'globalThis.crypto.getRandomValues(bytes)',
])('the rule sees %s', (source) => {
  expect(impuritiesOf(source)).toHaveLength(1)
})

test.each(['new Date(now)', 'new Date(\n  at,\n)', 'Date.UTC(2024, 0, 1)', '// another process.\n'])(
  'the rule lets %j pass',
  (source) => {
    expect(impuritiesOf(source)).toEqual([])
  },
)
