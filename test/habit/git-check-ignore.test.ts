import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIgnoreFiles } from '#ww/app/hook/ignore-files.js'
import { lacks } from '../support/parts.js'
import { testSeed } from '../support/seed.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { isNightly } from '../support/tier.js'

const newFolder = useTemporaryFolders()

const names = ['a', 'b', 'ab', 'a.b', 'x1', '[a', 'A', 'b!', 'a b', '#a']
const files = names.flatMap((one) => [
  one,
  ...names.slice(0, 5).flatMap((two) => [`d${one}/${two}`, `d${one}/e/${two}`, `d${one}/e/f/${two}`]),
])

const piece = fc.constantFrom(
  ...['a', 'b', 'ab', 'd', 'e', 'da', 'db', 'x', '1', '.', '*', '**', '?', '/', '/', '**/', '/**', '/**/', '***'],
  ...[
    '[ab]',
    '[!a]',
    '[^b]',
    '[a-c]',
    '[[:digit:]]',
    '[[:alpha:]]',
    '[]a]',
    '[a',
    ']',
    '\\a',
    '\\*',
    '\\[',
    '\\',
    ' ',
    '!',
    '#',
    '-',
  ],
)
const line = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', '\\!', '\\#'),
    fc.array(piece, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '', '/'),
  )
  .map((parts) => parts.flat().join(''))
const cases = fc.sample(fc.array(line, { minLength: 1, maxLength: 4 }), {
  numRuns: isNightly ? 600 : 100,
  seed: testSeed,
})
/** Lines that mean the whole folder here: git has none of that, or only with `*`. */
// Before version 2.41 git compared unrelated addresses to decide whether stars after a name, as in "a**/b", match a slash.
const isUndecided = (lines: readonly string[]) => lines.some((each) => /[^/!*]\*{2,}(?:\/|\\\/|$)/.test(each))
const isOurs = (lines: readonly string[]) => lines.some((each) => /^\s*(?:\/|\.\/?|\/?\*\*?)\s*$/.test(each))

describe.skipIf(lacks('git'))('[HOK9] .wwignore against git itself', () => {
  test('[HOK9] ignores what `git check-ignore` ignores, for generated files of patterns', () => {
    const folder = newFolder()
    for (const file of files) {
      mkdirSync(join(folder, file, '..'), { recursive: true })
      writeFileSync(join(folder, file), '')
    }
    execFileSync('git', ['init', '-q'], { cwd: folder })
    let compared = 0
    for (const lines of cases) {
      if (isOurs(lines) || isUndecided(lines) || lines.every((each) => each.trim() === '' || each.startsWith('#')))
        continue
      writeFileSync(join(folder, '.gitignore'), `${lines.join('\n')}\n`)
      writeFileSync(join(folder, '.wwignore'), `${lines.join('\n')}\n`)
      const { stdout } = spawnSync(
        'git',
        ['-c', 'core.ignoreCase=false', 'check-ignore', '--no-index', '-z', '--stdin'],
        {
          cwd: folder,
          input: files.join('\0'),
          encoding: 'utf8',
        },
      )
      const byGit = stdout.split('\0').filter((each) => each !== '')
      const { isIgnored } = readIgnoreFiles(folder)
      expect({ lines, ignored: files.filter(isIgnored) }).toEqual({ lines, ignored: byGit })
      compared++
    }
    expect(compared).toBeGreaterThan(cases.length / 2)
  })
})
