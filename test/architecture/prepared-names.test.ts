import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'src/adapters/postgres'

test('no two prepared statements have one name: a connection knows them by it', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/prepared\(\s*'([^']+)'/g)])
    .map(([, name]) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([])
})
