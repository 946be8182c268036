import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/reliability.md', 'utf8')

test('every promise names a test, and every test that it names is there', () => {
  const [, table = ''] = /## Promises\n([\s\S]*?)\n## /.exec(page) ?? []
  const promises = table.split('\n').filter((line) => line.startsWith('| **'))
  expect(promises.length).toBeGreaterThan(10)
  for (const promise of promises) {
    const named = [...promise.matchAll(/`((?:test|scripts)\/[^`]+)`/g)].map(([, path]) => path)
    expect(named).not.toEqual([])
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  }
})

test('every campaign of its block can be run', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, block = ''] = /```sh no-test.*\n([\s\S]*?)```/.exec(page) ?? []
  const named = [...block.matchAll(/^npm run (\S+)/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('its figures are those of the last campaigns', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/reliability.mjs', '--check'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
