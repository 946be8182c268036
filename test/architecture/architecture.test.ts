import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
  readonly to: string
}

function cruise(folder: string): { readonly totalCruised: number; readonly violations: readonly Violation[] } {
  const bin = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bin, folder, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).summary
}

test('dependencies point one way', () => {
  const { totalCruised, violations } = cruise('src')
  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  expect(totalCruised).toBeGreaterThan(80)
})

test('the rules see a deliberate violation', () => {
  const { violations } = cruise('test/architecture/fixture')
  const rules = violations.map(({ rule }) => rule.name)
  expect(rules).toContain('memory-is-pure')
  expect(rules).toContain('memory-does-no-io')
  expect(rules).toContain('operations-know-no-transport')
  const engines = violations.filter(({ rule }) => rule.name === 'engines-are-apart').map(({ from, to }) => [from, to])
  expect(engines).toEqual([
    [expect.stringContaining('adapters/postgres/'), expect.stringContaining('adapters/engine-copy/')],
    [expect.stringContaining('adapters/sqlite/'), expect.stringContaining('adapters/postgres/')],
  ])
  const rendered = violations.filter(({ rule }) => rule.name === 'app-takes-no-rendering').map(({ to }) => to)
  expect(rendered).toEqual([
    expect.stringContaining('surfaces/cli/keys/render-keys.ts'),
    expect.stringContaining('surfaces/cli/rendering/report.ts'),
  ])
  const heavy = violations.filter(({ rule }) => rule.name === 'client-is-light').map(({ to }) => to)
  expect(heavy).toEqual(['crypto', expect.stringContaining('operations/leaning.ts')])
})
