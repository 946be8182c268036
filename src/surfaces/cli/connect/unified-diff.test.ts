import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.js'

const noNewline = '\\ No newline at end of file'

/** What `patch` does, without its leniency: every line must be where the diff says. */
function patch(before: string, diff: readonly string[]): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const patched: string[] = []
  let at = 0
  for (const [index, line] of diff.entries()) {
    if (index < 2 || line === noNewline) continue
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(line)
    const text = line.slice(1) + (diff[index + 1] === noNewline ? '' : '\n')
    if (hunk !== null) {
      const [, from, length = '1', to, added = '1'] = hunk
      const start = Number(from) - (length === '0' ? 0 : 1)
      patched.push(...lines.slice(at, start))
      at = start
      expect(patched.length).toBe(Number(to) - (added === '0' ? 0 : 1))
    } else if (line.startsWith('+')) patched.push(text)
    else {
      expect(lines[at++]).toBe(text)
      if (line.startsWith(' ')) patched.push(text)
    }
  }
  return [...patched, ...lines.slice(at)].join('')
}

describe('a unified diff', () => {
  const texts = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd'), { maxLength: 25 })
    .map((lines) => lines.join(''))

  test('turns the one text into the other', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (before, after) => {
        expect(patch(before, await unifiedDiff({ file: 'x', before, after }))).toBe(after)
      }),
    )
  })

  test('shows three lines around what changed, and no more', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`)
    const after = lines.with(9, 'ten\n').join('')
    expect(await unifiedDiff({ file: '/a/b', before: lines.join(''), after })).toEqual([
      '--- /a/b',
      '+++ /a/b',
      '@@ -7,7 +7,7 @@',
      ' 7',
      ' 8',
      ' 9',
      '-10',
      '+ten',
      ' 11',
      ' 12',
      ' 13',
    ])
  })

  test('a file that comes or goes is nothing on the other side', async () => {
    expect(await unifiedDiff({ file: 'x', before: null, after: 'a\n' })).toEqual([
      '--- /dev/null',
      '+++ x',
      '@@ -0,0 +1 @@',
      '+a',
    ])
    expect(await unifiedDiff({ file: 'x', before: 'a', after: null })).toEqual([
      '--- x',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-a',
      noNewline,
    ])
  })
})
