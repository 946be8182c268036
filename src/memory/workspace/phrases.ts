import { fold, normalise } from '../recall/fold.js'

/** A word of a text, with where it stands in the folded text. */
export interface PlacedWord {
  /** As written, without the punctuation around it. */
  readonly surface: string
  /** Folded: lower case, no accents, no possessive. */
  readonly key: string
  readonly isPossessive: boolean
  /** What stands between it and the next word holds a comma, semicolon, question mark or full stop. */
  readonly endsClause: boolean
}

const edges = /^[\s.,;:!?"'’‘“”`()[\]{}*…]+|[\s.,;:!?"'’‘“”`()[\]{}*…]+$/gu
const dash = /^[-–—]+$/u
const possessive = /['’](?:s|S)?$/u
const clauseEnd = /[,;:!?.…](?=["'’”)\]]*$)/u

/** The words of a text in order; blanks part them, so that `2025-01-02`, `v2.1` and `C++` stay whole. */
export function wordsIn(text: string): readonly PlacedWord[] {
  const words: PlacedWord[] = []
  for (const chunk of normalise(text).split(/\s+/u)) {
    const surface = dash.test(chunk) ? '' : trimEdges(chunk)
    if (surface === '') {
      // A dash or a lone comma ends the clause of the word before it.
      const last = words.at(-1)
      if (last !== undefined && chunk !== '') words[words.length - 1] = { ...last, endsClause: true }
      continue
    }
    const isPossessive = /['’][sS]$/u.test(surface) || /[sS]['’]$/u.test(chunk.replace(/[.,;:!?]+$/u, ''))
    const bare = isPossessive ? surface.replace(possessive, '') : surface
    words.push({ surface: bare, key: toKey(bare), isPossessive, endsClause: clauseEnd.test(chunk) })
  }
  return words
}

/** What makes two values one: case, accents, blanks, underscores and punctuation around them do not tell them apart. */
export function toKey(text: string): string {
  const folded = fold(normalise(text)).replaceAll('_', ' ')
  const key = trimEdges(folded).replace(/\s+/gu, ' ')
  return key === '' ? folded.trim() : key
}

/** Whole words in their order, wherever they stand. */
export function containsPhrase(text: string, phrase: string): boolean {
  const wanted = wordsIn(phrase).map(({ key }) => key)
  if (wanted.length === 0) return false
  const words = wordsIn(text)
  for (let at = 0; at + wanted.length <= words.length; at++) {
    if (wanted.every((key, offset) => words[at + offset].key === key)) return true
  }
  return false
}

/** The word and what it is the plural of, likeliest first. English; both numbers of a regular noun share one. */
export function singularForms(word: string): readonly string[] {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return [word]
  if (/ies$/.test(word)) return [word, `${word.slice(0, -3)}y`, word.slice(0, -1)]
  if (/(?:sses|shes|ches|xes|zes|uses|oes)$/.test(word)) return [word, word.slice(0, -2), word.slice(0, -1)]
  return [word, word.slice(0, -1)]
}

const trimEdges = (text: string): string => text.replace(edges, '')
