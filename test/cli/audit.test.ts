import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lacks } from '../support/parts.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, run } from './ww.js'

const newFolder = useTemporaryFolders()

const tell = async (folder: string, text: string, ...more: string[]): Promise<string> =>
  (await json(folder, ['remember', text, ...more])).id

const withDuplicates = async () => {
  const folder = newFolder()
  const ids = [await tell(folder, 'Anna prefers tabs'), await tell(folder, 'Anna prefers tabs.')]
  return { folder, ids }
}
const remembered = async (folder: string): Promise<number> => (await json(folder, ['audit'])).looked_at

describe('ww audit', () => {
  test('[AUD1] says so when there is nothing to tidy up', async () => {
    const folder = newFolder()
    await tell(folder, 'Anna prefers tabs')
    expect(await run(folder, ['audit'])).toEqual({
      code: 0,
      stdout: 'Checked 1 memory: nothing to tidy up.\n',
      stderr: '',
    })
  })

  test('[AUD1] each finding comes with a command, which does what it says', async () => {
    const { folder, ids } = await withDuplicates()
    const { stdout } = await run(folder, ['audit'])
    expect(stdout).toContain('Duplicates of an older memory: 1 memory\n  Anna prefers tabs\n')
    const typed = /→ ww (.*)/.exec(stdout)?.[1].split(' ') ?? []
    expect(typed).toEqual(['forget', ids[1]])
    expect((await run(folder, [...typed, '--yes'])).code).toBe(0)
    expect(await remembered(folder)).toBe(1)
  })

  test('[AUD1] [COM13] the command is for the scope that was asked about', async () => {
    const folder = newFolder()
    for (const text of ['Tea at four', 'Tea at four.']) await tell(folder, text, '--project', 'shop')
    const { stdout } = await run(folder, ['audit', '--project', '*'])
    expect(stdout).toMatch(/→ ww forget ep-\S+ --project "\*"\n/)
  })

  test.skipIf(lacks('git'))('[AUD4] a file that is gone is named, to correct or to forget', async () => {
    const folder = newFolder()
    const repository = join(folder, 'shop')
    mkdirSync(join(repository, 'src'), { recursive: true })
    writeFileSync(join(repository, 'src', 'cart.ts'), '')
    execFileSync('git', ['init', '-q'], { cwd: repository })
    execFileSync('git', ['add', '-A'], { cwd: repository })
    const here = { cwd: join(repository, 'src') }
    await run(folder, ['remember', 'The tax is in `src/tax.ts:7`, beside src/cart.ts.'], here)
    const { stdout } = await run(folder, ['audit'], here)
    expect(stdout).toContain('Missing files: named by 1 memory\n')
    expect(stdout).toContain('missing: src/tax.ts\n')
    expect(stdout).toMatch(/→ ww correct ep-\S+ "the correct text"\n {4}→ ww forget ep-/)
    expect((await run(folder, ['recall', 'tax'], here)).stdout).toContain('names missing files: src/tax.ts')
    const fixed = await run(folder, ['audit', '--fix'], { ...here, input: 'c\nThe tax is in src/cart.ts.\n' })
    expect(fixed.stdout).toMatch(/Corrected: ep-.*0 memories forgotten, 1 corrected\.\n$/s)
    expect((await run(folder, ['audit'], here)).stdout).toContain('nothing to tidy up')
  })
})

describe('ww audit --fix', () => {
  test('[AUD5] shows what would go, and does it after yes', async () => {
    const { folder } = await withDuplicates()
    const { code, stdout } = await run(folder, ['audit', '--fix'], { input: 'f\nyes\n' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/f = forget the other, k = keep.*Would forget 1 memory.*Do it\?.*Forgot 1 memory, for good/s)
    expect(await remembered(folder)).toBe(1)
  })

  test('[AUD5] whatever is not a yes leaves everything as it is', async () => {
    const { folder } = await withDuplicates()
    // No at the last question; an end before it; nobody there; keep; stop; nothing that was offered.
    for (const input of ['f\nno\n', 'f\n', '', 'k\n', 'q\n', 'yes\ny\nforget\n']) {
      const { code, stdout } = await run(folder, ['audit', '--fix'], { input })
      expect(code, input).toBe(0)
      expect(stdout, input).toMatch(/0 memories forgotten, 0 corrected\.\n$/)
    }
    expect(await remembered(folder)).toBe(2)
  })

  test('[AUD5] what went with one finding is not asked about again', async () => {
    const { folder } = await withDuplicates()
    const input = 'f\nyes\nk\n'
    const { stdout } = await run(folder, ['audit', '--fix', '--older-than-days', '0'], { input })
    const asked = stdout.slice(stdout.indexOf('Forgot 1 memory'))
    expect(asked.match(/f = forget it/g)).toHaveLength(1)
  })

  test('[AUD1] [AUD5] a flagged secret is not shown, not even before it goes', async () => {
    const folder = newFolder()
    const line = { content: 'The key is sk-hunter2hunter2.', facets: { secrets: ['api-key'] } }
    await run(folder, ['import', '-'], { input: `${JSON.stringify(line)}\n` })
    const { stdout } = await run(folder, ['audit', '--fix'], { input: 'f\nyes\n' })
    expect(stdout).toContain('contains: api-key')
    expect(stdout).toContain('Forgot 1 memory')
    expect(stdout).not.toContain('hunter2')
  })

  test('[AUD5] is for people, and asks nothing after a mistake', async () => {
    const { folder } = await withDuplicates()
    expect(await run(folder, ['audit', '--fix', '--json'])).toMatchObject({ code: 1, stderr: '' })
    const wrong = await run(folder, ['audit', '--fix', '--limit', 'many'], { input: 'f\nyes\n' })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr.match(/ww:/g)).toHaveLength(1)
    expect(await remembered(folder)).toBe(2)
  })
})
