import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacks } from '../../../test/support/parts.js'
import { readGitIndex } from './git-index.js'
import { createGitRepository } from './git-repository.js'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'ww-repository-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path)
  }
}

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' })

const files = ['README.md', 'src/cart.ts', 'src/net/client.ts', 'src/wörk/größe.ts', `src/${'long/'.repeat(60)}end.ts`]

function keep(paths: readonly string[] = files, ...init: readonly string[]): void {
  git('init', '-q', ...init)
  write(...paths)
  git('add', '-A')
}

function open() {
  let time = 0
  const repository = createGitRepository({ root, gitDir: join(root, '.git'), project: 'shop' }, () => time)
  return {
    gone: async (...paths: readonly string[]) => [...(await repository.findGone(paths))],
    wait: () => {
      time += 10_000
    },
  }
}

describe.skipIf(lacks('git'))('the index', () => {
  test.each([2, 3, 4])('version %i is read as git reads it', (version) => {
    keep()
    git('update-index', '--index-version', String(version))
    // Version 3 is written only where an entry needs it.
    if (version === 3) git('update-index', '--skip-worktree', 'src/cart.ts')
    const index = readGitIndex(readFileSync(join(root, '.git/index')))
    expect(index?.paths).toEqual(git('-c', 'core.quotePath=false', 'ls-files').trimEnd().split('\n'))
    expect(index?.skipped).toEqual(version === 3 ? ['src/cart.ts'] : [])
  })

  test('so is that of a repository with SHA-256', () => {
    keep(files, '--object-format=sha256')
    expect(readGitIndex(readFileSync(join(root, '.git/index')))?.paths).toHaveLength(files.length)
  })

  test('half of a split index is none, and neither is anything cut or foreign', () => {
    keep()
    const whole = readFileSync(join(root, '.git/index'))
    for (let end = 0; end < whole.length; end += 7)
      expect(readGitIndex(whole.subarray(0, end))?.paths ?? []).toEqual([])
    expect(readGitIndex(Buffer.from('DIRC is how it should begin, not what it should say'))).toBeUndefined()
    git('update-index', '--split-index')
    expect(readGitIndex(readFileSync(join(root, '.git/index')))).toBeUndefined()
  })
})

describe.skipIf(lacks('git'))('[AUD4] what is gone', () => {
  test('[AUD4] what was removed, by its path from the root or from that of the machine', async () => {
    keep()
    const { gone } = open()
    expect(await gone('src/cart.ts', 'src/basket.ts', './SETUP.md', `${root}/src/tax.ts`)).toEqual([
      'src/basket.ts',
      './SETUP.md',
      `${root}/src/tax.ts`,
    ])
  })

  test('[AUD4] also before git is told, and no longer once it is back', async () => {
    keep()
    const { gone, wait } = open()
    expect(await gone('src/cart.ts')).toEqual([])
    rmSync(join(root, 'src/cart.ts'))
    wait()
    expect(await gone('src/cart.ts')).toEqual(['src/cart.ts'])
    write('src/cart.ts')
    wait()
    expect(await gone('src/cart.ts')).toEqual([])
  })

  test('[AUD4] what git does not keep but is there is not gone', async () => {
    keep()
    write('src/new.ts')
    expect(await open().gone('src/new.ts')).toEqual([])
  })

  test('[AUD4] a change of the index is seen', async () => {
    keep(['README.md'])
    const { gone, wait } = open()
    expect(await gone('lib/cart.ts')).toEqual([])
    write('lib/tax.ts')
    git('add', '-A')
    wait()
    expect(await gone('lib/cart.ts')).toEqual(['lib/cart.ts'])
  })

  test('[AUD4] a file that is left out of the working tree is not gone', async () => {
    keep()
    git('update-index', '--skip-worktree', 'src/cart.ts')
    rmSync(join(root, 'src/cart.ts'))
    expect(await open().gone('src/cart.ts')).toEqual([])
  })

  test('[AUD4] nothing outside of the root is looked at, nor behind a link', async () => {
    keep(['shop/src/cart.ts', 'elsewhere/cart.ts'])
    symlinkSync(join(root, '..'), join(root, 'src'))
    symlinkSync(join(root, 'nowhere'), join(root, 'shop/src/link.ts'))
    git('add', '-A')
    const { gone } = open()
    expect(
      await gone('src/x/y.ts', '/etc/none.ts', '../none.ts', 'shop/src/link.ts', `${root}-other/src/x.ts`),
    ).toEqual([])
    symlinkSync(join(root, '..'), join(root, 'shop/out'))
    expect(await gone('shop/../../none.ts', 'shop/out/none.ts', 'shop/src/none.ts')).toEqual(['shop/src/none.ts'])
  })

  test('[AUD4] without an index that can be read nothing is gone', async () => {
    keep()
    writeFileSync(join(root, '.git/index'), 'spoilt')
    expect(await open().gone('src/basket.ts')).toEqual([])
    rmSync(join(root, '.git/index'))
    expect(await open().gone('src/basket.ts')).toEqual([])
  })
})
