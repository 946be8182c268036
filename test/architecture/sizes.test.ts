import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const maxLines = 400
const maxFiles = 30
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

test(`no source file has more than ${maxLines} lines`, () => {
  const product = sources.filter((file) => !file.endsWith('.test.ts'))
  expect(product.length).toBeGreaterThan(500)
  const long = product.filter((file) => readFileSync(join('src', file), 'utf8').split('\n').length > maxLines)
  expect(long).toEqual([])
})

test(`no source folder has more than ${maxFiles} files`, () => {
  const counts = new Map<string, number>()
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > maxFiles)).toEqual([])
})
