import type { Chunk } from './chunks.js'
import { ownCopy } from './own-copy.js'
import type { Stem } from './stems.js'
import { type Word, wordsOf } from './words.js'

// Texts repeat their words, and sessions their paths: taking one apart costs ten times what looking it up does.
const maxRememberedCharacters = 64
/** Of a language, together: a path has many. Emptied when full. */
const maxRememberedWords = 50_000

interface Remembered {
  readonly byChunk: Map<string, readonly Word[]>
  words: number
}

const remembered = new Map<string, Remembered>()

/** The words of each of the chunks, by one stem. */
export function wordsIn(chunks: readonly Chunk[], language: string, stem: Stem): readonly (readonly Word[])[] {
  const known = rememberedOf(language)
  return chunks.map((chunk) => known.byChunk.get(chunk.text) ?? takeApart(chunk, language, stem, known))
}

function rememberedOf(language: string): Remembered {
  const known = remembered.get(language)
  if (known !== undefined && known.words <= maxRememberedWords) return known
  const empty: Remembered = { byChunk: new Map(), words: 0 }
  remembered.set(language, empty)
  return empty
}

function takeApart(chunk: Chunk, language: string, stem: Stem, known: Remembered): readonly Word[] {
  if (chunk.text.length > maxRememberedCharacters) return wordsOf(chunk, [stem], language)
  // Its words are cut from the copy, too.
  const text = ownCopy(chunk.text)
  const words = wordsOf({ ...chunk, text }, [stem], language)
  known.byChunk.set(text, words)
  known.words += words.length
  return words
}
