import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf, makeSlots, readPieceTables } from './piece-table.js'
import { readVocabulary, spellingOf } from './vocabulary.js'

// Few letters, so that pieces begin, end and hold one another.
const word = fc.string({ unit: fc.constantFrom('a', 'b', '#', 'é', '\u{1f600}'), minLength: 1, maxLength: 4 })
const tablesOf = (spellings: readonly string[]) => {
  const vocabulary = readVocabulary(spellings.join('\n'))
  return readPieceTables(vocabulary, makeSlots(vocabulary))!
}

test('[REC1] a piece is found wherever it stands in a text, by what it does in a word, and nothing else is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), fc.array(word), (spellings, words) => {
      const { beginnings, endings } = tablesOf(spellings)
      const isEnding = (spelling: string) => spelling.startsWith('##')
      const idOf = (spelling: string, ends: boolean) =>
        spellings.findIndex((each) => isEnding(each) === ends && each === (ends ? `##${spelling}` : spelling))
      for (const sought of [...spellings, ...words]) {
        const found = [beginnings, endings].map((table) =>
          table.find(`b${sought}a`, 1, 1 + sought.length, hashOf(sought)),
        )
        expect(found).toEqual([idOf(sought, false), idOf(sought, true)])
      }
      const lengths = (ends: boolean) => spellings.filter((each) => isEnding(each) === ends).map(({ length }) => length)
      expect(beginnings.longest).toBe(Math.max(0, ...lengths(false)))
      expect(endings.longest).toBe(Math.max(0, ...lengths(true).map((length) => length - 2)))
    }),
  )
})

test('[REC1] two pieces of one hash are two pieces', () => {
  expect(tablesOf(['one', 'two']).beginnings.find('two', 0, 3, hashOf('one'))).toBe(-1)
})

test('[REC1] slots of another vocabulary are not taken for its own', () => {
  const [small, large] = ['a\nb', 'a\nb\nc\nd\ne'].map(readVocabulary)
  expect(readPieceTables(large!, makeSlots(small!))).toBeUndefined()
  expect(readPieceTables(large!, makeSlots(large!).fill(7))).toBeUndefined()
})

test('[REC1] a vocabulary spells its tokens as its lines do', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (spellings) => {
      const vocabulary = readVocabulary(spellings.join('\n'))
      expect(Array.from({ length: vocabulary.size }, (_, token) => spellingOf(vocabulary, token))).toEqual(spellings)
    }),
  )
  expect(readVocabulary('').size).toBe(0)
})
