import { describe, expect, test } from 'vitest'
import { makeSlots, readPieceTables } from './piece-table.js'
import { readVocabulary } from './vocabulary.js'
import { createWordPiece } from './word-piece.js'

function wordPieceOf(spellings: readonly string[]) {
  const vocabulary = readVocabulary(spellings.join('\n'))
  return createWordPiece(readPieceTables(vocabulary, makeSlots(vocabulary))!)
}

const vocabulary = ['[UNK]', 'un', '##aff', '##able', 'a', 'b', 'ab', '!', '$', '中', 'か', '##\u{1f600}', '¿']
const { tokenize } = wordPieceOf(vocabulary)
const pieces = (text: string): string[] => Array.from(tokenize(text), (id) => vocabulary[id]!)

describe('[REC1] WordPiece', () => {
  test('takes the longest piece first', () => {
    expect(pieces('unaffable ab')).toEqual(['un', '##aff', '##able', 'ab'])
  })

  test('a word that cannot be spelled to its end is unknown as a whole', () => {
    expect(pieces('unaffx a')).toEqual(['[UNK]', 'a'])
  })

  test('splits at ASCII symbols and at Unicode punctuation', () => {
    expect(pieces('a!b$a')).toEqual(['a', '!', 'b', '$', 'a'])
    expect(pieces('¿a')).toEqual(['¿', 'a'])
  })

  test('splits at every kind of white space', () => {
    expect(pieces('a\tb\nab\r\u00a0a\u2028b\u3000a')).toEqual(['a', 'b', 'ab', 'a', 'b', 'a'])
  })

  test('control, format, private and broken characters vanish inside a word', () => {
    expect(pieces('a\u0000b a\u200bb a\ufffdb a\ue000b a\ud800b')).toEqual(['ab', 'ab', 'ab', 'ab', 'ab'])
  })

  test('folds case and accents', () => {
    expect(pieces('ÀB a\u0301b ＡＢ')).toEqual(['ab', 'ab', '[UNK]'])
    expect(pieces('が')).toEqual(['か'])
  })

  test('each ideograph is a word, beyond the first plane too', () => {
    expect(pieces('a中中b\u{20000}a')).toEqual(['a', '中', '中', 'b', '[UNK]', 'a'])
  })

  test('pairs of surrogates stay together', () => {
    expect(pieces('a\u{1f600}')).toEqual(['a', '##\u{1f600}'])
    expect(pieces('\u{1f600}a')).toEqual(['[UNK]'])
  })

  test('a word of more than 100 characters is unknown', () => {
    const { tokenize } = wordPieceOf(['[UNK]', 'a', '##a', '##\u{1f600}'])
    expect(tokenize('a'.repeat(100))).toHaveLength(100)
    expect(tokenize('a'.repeat(101))).toEqual(Uint16Array.of(0))
    expect(tokenize(`a${'\u{1f600}'.repeat(99)}`)).toHaveLength(100)
  })

  test('no text, no tokens', () => {
    expect(tokenize('')).toHaveLength(0)
    expect(tokenize(' \u200b\n')).toHaveLength(0)
  })

  test('answers alike from the cache', () => {
    expect(tokenize('unaffable unaffable')).toEqual(Uint16Array.of(1, 2, 3, 1, 2, 3))
  })
})
