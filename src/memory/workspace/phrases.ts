import { fold, normalise } from '../recall/text/fold.js'

/** A word of a text, with its punctuation as flags. */
export interface PlacedWord {
  /** As written, without the punctuation around it. */
  readonly surface: string
  /** Folded: lower case, no accents, no possessive. */
  readonly key: string
  readonly isPossessive: boolean
  /** A comma, semicolon, question mark, full stop or dash follows the word. */
  readonly endsClause: boolean
  /** A full stop, question or exclamation mark or semicolon follows the word. */
  readonly endsSentence: boolean
}

const edge = /[\s.,;:!?"'’‘“”`()[\]{}*…]/u
const clausePoint = /[.,;:!?]/u
const dash = /^[-–—]+$/u
const possessive = /['’](?:s|S)?$/u
const sentenceEnd = /[;!?.…](?=["'’”)\]]*$)/u
const clauseEnd = /[,;:!?.…](?=["'’”)\]]*$)/u

/** The words of a text in order. Only white space separates them, so `2025-01-02`, `v2.1` and `C++` stay whole. */
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
    const isPossessive = /['’][sS]$/u.test(surface) || /[sS]['’]$/u.test(trimEnd(chunk, clausePoint))
    const bare = isPossessive ? surface.replace(possessive, '') : surface
    words.push({
      surface: bare,
      key: toKey(bare),
      isPossessive,
      endsClause: clauseEnd.test(chunk),
      endsSentence: sentenceEnd.test(chunk),
    })
  }
  return words
}

/** The words of a list that are separated by white space. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** The group that each word belongs to, from the words of each group. */
export const groupOfWord = <Group extends string>(groups: Readonly<Record<Group, string>>) =>
  Object.fromEntries(
    Object.entries<string>(groups).flatMap(([group, list]) => list.split(' ').map((word) => [word, group as Group])),
  ) as Readonly<Record<string, Group>>

/** The positions from `from` up to, but without, `to`. */
export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)

/** Equal keys mean equal values: case, accents, white space, underscores and surrounding punctuation do not count. */
export function toKey(text: string): string {
  const folded = fold(normalise(text)).replaceAll('_', ' ')
  const key = trimEdges(folded).replace(/\s+/gu, ' ')
  return key === '' ? folded.trim() : key
}

/** Whether the text contains the words of the phrase, whole and in order. */
export function containsPhrase(text: string, phrase: string): boolean {
  const wanted = wordsIn(phrase).map(({ key }) => key)
  if (wanted.length === 0) return false
  const words = wordsIn(text)
  for (let at = 0; at + wanted.length <= words.length; at++) {
    if (wanted.every((key, offset) => words[at + offset].key === key)) return true
  }
  return false
}

/** The word and its possible singulars, likeliest first. English; singular and plural of a regular noun share a form. */
export function singularForms(word: string): readonly string[] {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return [word]
  if (/ies$/.test(word)) return [word, `${word.slice(0, -3)}y`, word.slice(0, -1)]
  if (/(?:sses|shes|ches|xes|zes|uses|oes)$/.test(word)) return [word, word.slice(0, -2), word.slice(0, -1)]
  return [word, word.slice(0, -1)]
}

/** A loop, because a regular expression that ends in `+$` takes quadratic time on a long run in the middle. */
function trimEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

function trimEdges(text: string): string {
  const kept = trimEnd(text, edge)
  let start = 0
  while (start < kept.length && edge.test(kept[start]!)) start++
  return kept.slice(start)
}
