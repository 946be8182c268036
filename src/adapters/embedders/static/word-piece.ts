import { eachBasicWord, toBasicText } from './basic-words.js'
import { hashOf, hashOfNothing, hashOn, type PieceTables } from './piece-table.js'
import { RecentCache } from './recent-cache.js'

const unknownPiece = '[UNK]'
/** In characters; a longer word is unknown. */
const maxWordLength = 100
/** A text is tokenized twice in a row: for its vector and for its tokens. Long texts are not cached. */
const cachedTexts = 64
const maxCachedLength = 10_000

export interface WordPiece {
  /** The token of a word that the vocabulary cannot spell. */
  readonly unknown: number
  /** Do not change the result: it is cached. */
  tokenize(text: string): Uint16Array
}

/** WordPiece: each word is the longest piece that begins it, then the longest `##piece` that goes on, and so forth. */
export function createWordPiece({ beginnings, endings }: PieceTables): WordPiece {
  const unknown = beginnings.find(unknownPiece, 0, unknownPiece.length, hashOf(unknownPiece))
  const tokenized = new RecentCache<string, Uint16Array>(cachedTexts)
  /** Hashes of the text from the current position, by length. */
  const hashes = new Int32Array(Math.max(beginnings.longest, endings.longest) + 1)
  /** Buffer for the tokens of the current text. */
  let found = new Uint16Array(maxCachedLength)
  let count = 0

  /** A piece has at least one code unit, so the buffer fits any word. */
  function spell(text: string, start: number, end: number): void {
    const before = count
    let at = start
    while (at < end) {
      const pieces = at === start ? beginnings : endings
      let length = Math.min(end - at, pieces.longest)
      for (let place = 0, hash = hashOfNothing; place < length; place++) {
        hash = hashOn(hash, text.charCodeAt(at + place))
        hashes[place + 1] = hash
      }
      let id = -1
      for (; length > 0; length--) {
        id = pieces.find(text, at, at + length, hashes[length]!)
        if (id !== -1) break
      }
      if (id === -1) {
        found[before] = unknown
        count = before + 1
        return
      }
      found[count++] = id
      at += length
    }
  }

  function onWord(text: string, start: number, end: number, hash: number): void {
    const whole = beginnings.find(text, start, end, hash)
    if (whole !== -1) found[count++] = whole
    else if (isTooLong(text, start, end)) found[count++] = unknown
    else spell(text, start, end)
  }

  return {
    unknown,
    tokenize(text) {
      const known = tokenized.get(text)
      if (known !== undefined) return known
      const basic = toBasicText(text)
      if (found.length < basic.length) found = new Uint16Array(basic.length)
      count = 0
      eachBasicWord(basic, onWord)
      const tokens = found.slice(0, count)
      if (text.length <= maxCachedLength) tokenized.set(text, tokens)
      // Frees the large buffer as well.
      else found = new Uint16Array(maxCachedLength)
      return tokens
    },
  }
}

const isTooLong = (text: string, start: number, end: number): boolean =>
  end - start > maxWordLength && [...text.slice(start, end)].length > maxWordLength
