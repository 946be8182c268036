import type { Chunk } from './chunks.js'
import { fold } from './fold.js'
import type { Stem } from './stems.js'
import { stopWords } from './stop-words.js'

/** A word as the lexical leg sees it. */
export interface Word {
  /** As written, without what surrounds it. */
  readonly surface: string
  /** What finds it: the folded form first, then its stems if they differ. */
  readonly terms: readonly string[]
  readonly isStop: boolean
  /** A path, version, code, address or compound that is found as a whole beside its parts. */
  readonly isWhole: boolean
  /** Found, but never looked for, where the whole says more: characters of an unspaced run, humps of a camelCase name. */
  readonly isIndexOnly: boolean
}

export const maxTermCharacters = 64
const keptCharacters = 54

/** 32-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, '0')
}

/** A longer term keeps its beginning; a hash of the rest tells it from others with that beginning. */
function bounded(term: string): string {
  if (term.length <= maxTermCharacters) return term
  // Cut between code points, so that every engine can store the term as UTF-8.
  const cut = (term.charCodeAt(keptCharacters - 1) & 0xfc00) === 0xd800 ? keptCharacters - 1 : keptCharacters
  return `${term.slice(0, cut)}~${hash(term.slice(cut))}`
}

const joint = /[._/\\:@#+&=%~$-]+/u
const apostrophe = /['’]+/
const possessive = /['’]s$/i
const camelHump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
// "RNAs" has no words in it.
const minHump = 3
const plainAscii = /^(?:[a-z0-9]+|[A-Z][a-z]*|[A-Z0-9]+)$/
const lastSegment = /[^/\\]+$/
const units = /\P{M}\p{M}*/gu
const han = /\p{Script=Han}/u
const emojiVariants = /[\ufe0f\p{Emoji_Modifier}]/gu

function simpleWord(surface: string, stems: readonly Stem[], stops: ReadonlySet<string>): Word {
  const lower = surface.toLowerCase()
  const form = bounded(fold(surface))
  const terms = [form]
  for (const stem of stems) {
    // Stemmers know their language's accents, so stem first and fold then.
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
  const isCompound = joint.test(text)
  // "well...then" is two words, not one name.
  if (isCompound && !text.includes('..')) {
    words.push(exactWord(text, true))
    const file = lastSegment.exec(text)?.[0]
    if (file !== undefined && file !== text && joint.test(file)) words.push(exactWord(file, true))
  }
  for (const piece of text.replaceAll(',', '').split(joint)) {
    for (const part of piece.split(apostrophe)) {
      // One letter of a compound ("v", "a" in src/a.ts) finds everything and nothing.
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

function unspacedWords(run: string): readonly Word[] {
  // No folding here: the marks of these scripts are not accents.
  const characters = run.toLowerCase().match(units) ?? []
  const word = (term: string, isIndexOnly: boolean): Word => ({
    surface: term,
    terms: [bounded(term)],
    isStop: false,
    isWhole: false,
    isIndexOnly,
  })
  if (characters.length === 1) return [word(characters[0], false)]
  const words: Word[] = []
  for (let at = 0; at + 1 < characters.length; at++) words.push(word(characters[at] + characters[at + 1], false))
  // A single Han character is often a whole word (猫), and a query may be just that.
  for (const character of characters) if (han.test(character)) words.push(word(character, true))
  return words
}

/** Takes a chunk apart. With several stems a word is found by any of them. */
export function wordsOf(chunk: Chunk, stems: readonly Stem[], language: string): readonly Word[] {
  if (chunk.kind === 'unspaced') return unspacedWords(chunk.text)
  if (chunk.kind === 'emoji') return [exactWord(chunk.text.replace(emojiVariants, ''), false)]
  return spacedWords(chunk.text, stems, stopWords(language))
}
