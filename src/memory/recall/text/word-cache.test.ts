import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runWhole } from '../../slices.js'
import { chunksOf } from './chunks.js'
import { detachedCopy, wordsIn } from './word-cache.js'
import { wordsOf } from './words.js'

const plain = (word: string): string => word

test('[REC2] cached words equal those of the first look-up', () => {
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
      expect(runWhole(wordsIn(chunks, 'xx', plain))).toEqual(taken)
      expect(runWhole(wordsIn(chunks, 'xx', plain))).toEqual(taken)
    }),
  )
})

test('[REC2] each language has a cache of its own', () => {
  const chunks = chunksOf('walking')
  expect(runWhole(wordsIn(chunks, 'yy', plain))[0][0].terms).toEqual(['walking'])
  expect(runWhole(wordsIn(chunks, 'zz', () => 'walk'))[0][0].terms).toEqual(['walking', 'walk'])
})

test('a copy equals its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (text) => {
      expect(detachedCopy(text)).toBe(text)
    }),
  )
})
