import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOf } from './chunks.js'
import { ownCopy } from './own-copy.js'
import { wordsIn } from './remembered-words.js'
import { wordsOf } from './words.js'

const plain = (word: string): string => word

test('[REC2] words are the same at the first look and at every later one', () => {
  const part = fc.constantFrom(
    'src/app/main.ts',
    'fooBarBaz',
    'v1.2.3',
    '東京',
    '😀',
    'x'.repeat(80),
    'Zürich',
    "don't",
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const chunks = chunksOf(parts.join(' '))
      const taken = chunks.map((chunk) => wordsOf(chunk, [plain], 'xx'))
      expect(wordsIn(chunks, 'xx', plain)).toEqual(taken)
      expect(wordsIn(chunks, 'xx', plain)).toEqual(taken)
    }),
  )
})

test('[REC2] each language has words of its own', () => {
  const chunks = chunksOf('walking')
  expect(wordsIn(chunks, 'yy', plain)[0][0].terms).toEqual(['walking'])
  expect(wordsIn(chunks, 'zz', () => 'walk')[0][0].terms).toEqual(['walking', 'walk'])
})

test('a copy is the same text, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (text) => {
      expect(ownCopy(text)).toBe(text)
    }),
  )
})
