import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readIgnoreFiles } from './ignore-files.js'

const root = mkdtempSync(join(tmpdir(), 'ww-ignore-'))
const below = join(root, 'project', 'src')
mkdirSync(below, { recursive: true })
afterAll(() => rmSync(root, { recursive: true, force: true }))

const withFile = (text: string) => {
  writeFileSync(join(root, 'project', '.wwignore'), text)
  return readIgnoreFiles(below)
}

describe('[HOK9] .wwignore', () => {
  test.each(['', '\n\n', '# only a remark\n', '*\n'])('[HOK9] %j is about the whole folder and all below', (text) => {
    expect(withFile(text).wholeFolder).toBe(true)
    expect(readIgnoreFiles(root).wholeFolder).toBe(false)
  })

  test.each([
    ['secrets/', 'secrets/key.txt', true],
    ['secrets/', 'src/secrets/key.txt', true],
    ['/secrets', 'src/secrets/key.txt', false],
    ['*.pem', 'src/deep/a.pem', true],
    ['*.pem', 'src/a.pem.txt', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**', 'src/deep/a.ts', true],
    ['a.b', 'axb', false],
  ])('[HOK9] the line %s and the path %s: %s', (line, path, isIgnored) => {
    const ignoring = withFile(`${line}\n`)
    expect(ignoring.wholeFolder).toBe(false)
    expect(ignoring.isIgnored(join(root, 'project', path))).toBe(isIgnored)
  })

  test('[HOK9] no path, and one outside, are not meant', () => {
    const { isIgnored } = withFile('*.pem\n')
    expect([isIgnored(''), isIgnored(join(root, 'a.pem'))]).toEqual([false, false])
  })
})
