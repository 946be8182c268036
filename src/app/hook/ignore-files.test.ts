import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
  test.each(['', '\n\n', '# only a remark\n', '*\n', '**\n', '/\n', '/*\n'])(
    '[HOK9] %j is about the whole folder and all below',
    (text) => {
      expect(withFile(text).wholeFolder).toBe(true)
      expect(readIgnoreFiles(root).wholeFolder).toBe(false)
    },
  )

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
    ['**/secrets', 'secrets/key.txt', true],
    ['**/secrets', 'src/secrets/key.txt', true],
    ['**/secrets', 'mysecrets', false],
    ['src/**/key', 'src/key', true],
    ['src/**/key', 'src/a/b/key', true],
    ['*.[oa]', 'src/x.o', true],
    ['*.[!oa]', 'src/x.o', false],
    ['*.[!oa]', 'src/x.c', true],
    ['[z-a]', '[z-a]', false],
    ['\\[z-a]', '[z-a]', true],
    ['*.ts\n!keep.ts', 'src/keep.ts', false],
    ['*.ts\n!keep.ts', 'src/other.ts', true],
    ['build/\n!build/keep', 'build/keep', true],
    ['[[:digit:]]?', 'src/12', true],
    ['a\\ ', 'a ', true],
  ])('[HOK9] the line %s and the path %s: %s', (line, path, isIgnored) => {
    const ignoring = withFile(`${line}\n`)
    expect(ignoring.wholeFolder).toBe(false)
    expect(ignoring.isIgnored(join(root, 'project', path))).toBe(isIgnored)
  })

  test.skipIf(process.platform === 'win32')('[HOK9] one that cannot be read ignores all, and is not waited for', () => {
    for (const [name, target] of Object.entries({ endless: '/dev/zero', folder: root })) {
      mkdirSync(join(root, name))
      symlinkSync(target, join(root, name, '.wwignore'))
      expect(readIgnoreFiles(join(root, name)).wholeFolder).toBe(true)
    }
  })

  test('[HOK9] a line above that names the folder is about the whole folder', () => {
    writeFileSync(join(root, '.wwignore'), 'project/sr*/\n')
    expect([readIgnoreFiles(below).wholeFolder, readIgnoreFiles(join(root, 'project')).wholeFolder]).toEqual([
      true,
      false,
    ])
    rmSync(join(root, '.wwignore'))
  })

  test('[HOK9] no path, and one outside, are not meant', () => {
    const { isIgnored } = withFile('*.pem\n')
    expect([isIgnored(''), isIgnored(join(root, 'a.pem'))]).toEqual([false, false])
  })
})
