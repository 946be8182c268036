import { endOfName, ignoredNouns, isName } from './mentions.js'
import { isNoun, parseText, prepositions, type TaggedWord } from './parse-text.js'
import type { NamedAside } from './planning-input.js'

/** The beginning of a text says what it is about, and parsing all of a long one takes long. */
const maxCharacters = 400

/** WPL2: the names of a text that stand after a preposition or belong to a noun; the others are what the text says. */
export async function namedAside(text: string): Promise<readonly NamedAside[]> {
  const { sentences } = await parseText(text.slice(0, maxCharacters))
  return sentences.flatMap(({ words }) => {
    const found: NamedAside[] = []
    for (let at = 0; at < words.length; ) {
      const to = isName(words, at) ? endOfName(words, at) : at
      if (to > at) found.push(...asideOf(words, at, to))
      at = Math.max(to, at + 1)
    }
    return found
  })
}

function asideOf(words: readonly TaggedWord[], at: number, to: number): readonly NamedAside[] {
  const inside = words.slice(at, to)
  const name = inside.map(({ text }) => text).join(' ')
  // "Monday", "March"
  if (ignoredNouns.has(name.toLowerCase())) return []
  const isPerson = inside.some(({ tags }) => tags.has('Person') || tags.has('FirstName'))
  const next = words[to]
  const belongsToNoun = inside.at(-1)!.isPossessive || (next !== undefined && isNoun(next) && !next.isCapital)
  if (belongsToNoun) return [{ name, isPerson, preposition: null }]
  const before = words[at - 1]?.lower ?? ''
  return prepositions.has(before) ? [{ name, isPerson, preposition: before }] : []
}
