import { runWhole, type Slices } from '../../slices.js'
import type { Chunk } from './chunks.js'
import { fold } from './fold.js'
import type { Stem } from './stems.js'
import { stopWords } from './stop-words.js'

/** A word as the lexical retriever indexes and searches it. */
export interface Word {
  /** As written, without surrounding punctuation. */
  readonly surface: string
  /** Index terms: the folded form first, then its stems if they differ. */
  readonly terms: readonly string[]
  readonly isStop: boolean
  /** A path, version, code, address or compound that is indexed as a whole besides its parts. */
  readonly isWhole: boolean
  /** Indexed but not searched for: characters of an unspaced run, parts of a camelCase name. */
  readonly isIndexOnly: boolean
}

export const maxTermCharacters = 64
const prefixCharacters = 54

/** 32-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, '0')
}

/** Shortens a long term to its beginning and a hash of the rest. */
function bounded(term: string): string {
  if (term.length <= maxTermCharacters) return term
  // Cuts between code points, so that every engine can store the term as UTF-8.
  const cut = (term.charCodeAt(prefixCharacters - 1) & 0xfc00) === 0xd800 ? prefixCharacters - 1 : prefixCharacters
  return `${term.slice(0, cut)}~${hash(term.slice(cut))}`
}

const separators = /[._/\\:@#+&=%~$-]+/u
const apostrophe = /['’]+/
const possessive = /['’]s$/i
const camelHump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
// "RNAs" has no parts.
const minHump = 3
const plainAscii = /^(?:[a-z0-9]+|[A-Z][a-z]*|[A-Z0-9]+)$/
const lastSegment = /(?<![^/\\])[^/\\]+$/
const units = /\P{M}\p{M}*/gu
const han = /\p{Script=Han}/u
const emojiVariants = /[\ufe0f\p{Emoji_Modifier}]/gu

function simpleWord(surface: string, stems: readonly Stem[], stops: ReadonlySet<string>): Word {
  const lower = surface.toLowerCase()
  const form = bounded(fold(surface))
  const terms = [form]
  for (const stem of stems) {
    // Stemmers expect accents, so that folding comes after stemming.
    const stemmed = bounded(fold(stem(lower)))
    if (stemmed !== '' && !terms.includes(stemmed)) terms.push(stemmed)
  }
  return { surface, terms, isStop: stops.has(lower), isWhole: false, isIndexOnly: false }
}

function exactWord(surface: string, isWhole: boolean): Word {
  return { surface, terms: [bounded(fold(surface))], isStop: false, isWhole, isIndexOnly: false }
}

function spacedWords(chunk: string, stems: readonly Stem[], stops: ReadonlySet<string>): readonly Word[] {
  const text = chunk.replace(possessive, '')
  if (plainAscii.test(text)) return [simpleWord(text, stems, stops)]
  const straight = text.replaceAll('’', "'")
  if (stops.has(straight.toLowerCase())) return [simpleWord(straight, [], stops)]

  const words: Word[] = []
  const isCompound = separators.test(text)
  // "well...then" is two words, not one name.
  if (isCompound && !text.includes('..')) {
    words.push(exactWord(text, true))
    const file = lastSegment.exec(text)?.[0]
    if (file !== undefined && file !== text && separators.test(file)) words.push(exactWord(file, true))
  }
  for (const piece of text.replaceAll(',', '').split(separators)) {
    for (const part of piece.split(apostrophe)) {
      // A single letter of a compound ("v", "a" in src/a.ts) is not selective.
      if (part === '' || (isCompound && part.length === 1)) continue
      words.push(simpleWord(part, stems, stops))
      const humps = part.split(camelHump)
      if (humps.length === 1) continue
      for (const hump of humps) {
        if (hump.length >= minHump) words.push({ ...simpleWord(hump, stems, stops), isIndexOnly: true })
      }
    }
  }
  return words
}

/** Characters between two stops: about a millisecond. */
const charactersPerSlice = 2_000

/** The same for a run of a script without spaces, which may be a whole text. */
export function* unspacedWords(run: string): Slices<readonly Word[]> {
  const characters: string[] = []
  // Not folded: the marks of these scripts are not accents.
  for (const [character] of run.toLowerCase().matchAll(units)) {
    if (characters.push(character) % charactersPerSlice === 0) yield
  }
  const word = (term: string, isIndexOnly: boolean): Word => ({
    surface: term,
    terms: [bounded(term)],
    isStop: false,
    isWhole: false,
    isIndexOnly,
  })
  if (characters.length === 1) return [word(characters[0], false)]
  const words: Word[] = []
  for (let at = 0; at + 1 < characters.length; at++) {
    words.push(word(characters[at] + characters[at + 1], false))
    if (at % charactersPerSlice === charactersPerSlice - 1) yield
  }
  // A single Han character is often a whole word (猫), and a query may be just that.
  for (const [at, character] of characters.entries()) {
    if (han.test(character)) words.push(word(character, true))
    if (at % charactersPerSlice === charactersPerSlice - 1) yield
  }
  return words
}

/** Splits a chunk into words. With several stemmers a word has the stems of all. */
export function wordsOf(chunk: Chunk, stems: readonly Stem[], language: string): readonly Word[] {
  if (chunk.kind === 'unspaced') return runWhole(unspacedWords(chunk.text))
  if (chunk.kind === 'emoji') return [exactWord(chunk.text.replace(emojiVariants, ''), false)]
  return spacedWords(chunk.text, stems, stopWords(language))
}
