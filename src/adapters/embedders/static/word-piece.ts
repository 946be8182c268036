import { eachBasicWord } from './basic-words.js'
import { RecentCache } from './recent-cache.js'

const unknownPiece = '[UNK]'
const continuation = '##'
/** In characters; a longer word is unknown. */
const maximumWordLength = 100
const cachedWords = 8192
/** A text is asked for twice in a row: for its vector and for its tokens. Long ones are not worth holding on to. */
const cachedTexts = 64
const longestCachedText = 10_000

export interface WordPiece {
  /** Id of what the vocabulary cannot spell. */
  readonly unknown: number
  /** Not to be changed: whoever asks for the same text again gets the same. */
  tokenize(text: string): Uint16Array
}

/** WordPiece: each word is the longest piece that begins it, then the longest `##piece` that goes on, and so forth. */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
  const beginnings = new Map<string, number>()
  // Kept without their `##`, so that a lookup is a slice and not a concatenation.
  const endings = new Map<string, number>()
  let longestPiece = 0
  vocabulary.forEach((piece, id) => {
    if (piece.startsWith(continuation)) endings.set(piece.slice(continuation.length), id)
    else beginnings.set(piece, id)
    longestPiece = Math.max(longestPiece, piece.length)
  })
  const unknown = vocabulary.indexOf(unknownPiece)
  const spelled = new RecentCache<string, readonly number[]>(cachedWords)
  const tokenized = new RecentCache<string, Uint16Array>(cachedTexts)

  function spell(word: string): readonly number[] {
    if (word.length > maximumWordLength && [...word].length > maximumWordLength) return [unknown]
    const ids: number[] = []
    let start = 0
    while (start < word.length) {
      const pieces = start === 0 ? beginnings : endings
      let end = Math.min(word.length, start + longestPiece)
      let id = pieces.get(word.slice(start, end))
      while (id === undefined && --end > start) id = pieces.get(word.slice(start, end))
      if (id === undefined) return [unknown]
      ids.push(id)
      start = end
    }
    return ids
  }

  function spellOnce(word: string): readonly number[] {
    const known = spelled.find(word)
    if (known !== undefined) return known
    const ids = spell(word)
    if (word.length <= maximumWordLength) spelled.keep(detached(word), ids)
    return ids
  }

  function tokenizeAnew(text: string): Uint16Array {
    const ids: number[] = []
    eachBasicWord(text, (word) => {
      const whole = beginnings.get(word)
      if (whole !== undefined) ids.push(whole)
      else ids.push(...spellOnce(word))
    })
    return new Uint16Array(ids)
  }

  return {
    unknown,
    tokenize(text) {
      const known = tokenized.find(text)
      if (known !== undefined) return known
      const tokens = tokenizeAnew(text)
      if (text.length <= longestCachedText) tokenized.keep(text, tokens)
      return tokens
    },
  }
}

/** A copy of its own: a slice kept in the cache would keep the whole text that it was cut from. */
const detached = (word: string): string => Buffer.from(word, 'utf16le').toString('utf16le')
