import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLines, type TextLine } from './read-lines.js'

async function linesIn(chunks: readonly Uint8Array[], longest?: number): Promise<TextLine[]> {
  const all: TextLine[] = []
  for await (const lines of readLines(chunks, longest)) all.push(...lines)
  return all
}

describe('lines', () => {
  test('[GWT14] are the same however the bytes are cut', async () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ''))
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(40)), async (lines, cuts) => {
        const bytes = Buffer.from(lines.join('\n'))
        const chunks: Uint8Array[] = []
        let from = 0
        for (const cut of cuts) {
          chunks.push(bytes.subarray(from, from + cut))
          from += cut
        }
        chunks.push(bytes.subarray(from))
        const expected = lines.flatMap((text, index) =>
          text.trim() === '' ? [] : [{ number: index + 1, text: index === 0 ? text.replace(/^\ufeff/, '') : text }],
        )
        expect(await linesIn(chunks)).toEqual(expected)
      }),
    )
  })

  test('[GWT14] that are too long are named, whatever stands behind them', async () => {
    const bytes = Buffer.from(`${'x'.repeat(90)}\n${'y'.repeat(5)}\n${'z'.repeat(11)}`)
    const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
    expect(await linesIn(chunks, 10)).toEqual([
      { number: 1, problem: 'is longer than 0 MiB' },
      { number: 2, text: 'yyyyy' },
      { number: 3, problem: 'is longer than 0 MiB' },
    ])
  })

  test('[GWT14] are handed over before more is waited for', async () => {
    let asked = 0
    async function* slow() {
      for (const text of ['one\ntwo\nthr', 'ee\n']) {
        asked++
        yield Buffer.from(text)
      }
    }
    const first = await readLines(slow()).next()
    expect([first.value, asked]).toEqual([
      [
        { number: 1, text: 'one' },
        { number: 2, text: 'two' },
      ],
      1,
    ])
  })

  test('may be none', async () => {
    expect(await linesIn([])).toEqual([])
    expect(await linesIn([Buffer.from('\n \r\n\n')])).toEqual([])
  })
})
