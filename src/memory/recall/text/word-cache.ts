import type { Slices } from '../../slices.js'
import type { Chunk } from './chunks.js'
import type { Stem } from './stems.js'
import { unspacedWords, type Word, wordsOf } from './words.js'

// Texts repeat words and paths. Splitting a chunk costs ten times a look-up (`npm run bench:import`).
const maxCachedCharacters = 64
/** Per language; a path alone has many words. A full cache is emptied. */
const maxCachedWords = 50_000

interface WordCache {
  readonly byChunk: Map<string, readonly Word[]>
  words: number
}

const caches = new Map<string, WordCache>()

/** New chunks between two stops: about a millisecond. */
const splitsPerSlice = 100
/** A longer chunk counts as so many. */
const charactersPerSplit = 100

/** The words of each chunk, by one stem. */
export function* wordsIn(chunks: readonly Chunk[], language: string, stem: Stem): Slices<readonly (readonly Word[])[]> {
  const cache = cacheOf(language)
  const words: (readonly Word[])[] = []
  let split = 0
  for (const chunk of chunks) {
    const known = cache.byChunk.get(chunk.text)
    const isLongRun = chunk.kind === 'unspaced' && chunk.text.length > maxCachedCharacters
    words.push(known ?? (isLongRun ? yield* unspacedWords(chunk.text) : splitChunk(chunk, language, stem, cache)))
    if (known !== undefined || isLongRun) continue
    split += 1 + chunk.text.length / charactersPerSplit
    if (split < splitsPerSlice) continue
    split = 0
    yield
  }
  return words
}

function cacheOf(language: string): WordCache {
  const known = caches.get(language)
  if (known !== undefined && known.words <= maxCachedWords) return known
  const empty: WordCache = { byChunk: new Map(), words: 0 }
  caches.set(language, empty)
  return empty
}

function splitChunk(chunk: Chunk, language: string, stem: Stem, cache: WordCache): readonly Word[] {
  if (chunk.text.length > maxCachedCharacters) return wordsOf(chunk, [stem], language)
  // The words are slices of the copy, not of the text.
  const text = detachedCopy(chunk.text)
  const words = wordsOf({ ...chunk, text }, [stem], language)
  cache.byChunk.set(text, words)
  cache.words += words.length
  return words
}

/** V8 stores a slice of 13 characters or more as a pointer into its text, which keeps the whole text alive. */
const minSliceCharacters = 13

/** A copy of the text in memory of its own, for a cache that outlives the text it was cut from. */
export function detachedCopy(text: string): string {
  if (text.length < minSliceCharacters) return text
  const units: number[] = []
  for (let at = 0; at < text.length; at++) units.push(text.charCodeAt(at))
  return String.fromCharCode(...units)
}
