import { chunksOf } from './chunks.js'
import { normalise } from './fold.js'
import type { Query } from './query.js'
import { type Stem, stemOf } from './stems.js'
import { wordsOf } from './words.js'

/** What a passage is chosen by. */
export type Sought = Pick<Query, 'words' | 'terms' | 'languages'>

interface Match {
  readonly at: number
  readonly word: number
}

// A passage starts and ends at a sentence or line if one is near: within this share of its size.
const slack = 0.35
const sentenceStart = /(?:^|[.!?。！？…]["'”’)\]]*\s+|[。！？]|\n)(?=\S)/gu
let segmenter: Intl.Segmenter | undefined
/** Made when a text is first cut: it takes ten milliseconds, and most texts are short. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter
}

function wordMatches(text: string, query: Sought): readonly Match[] {
  const wordOfTerm = new Map<string, number>()
  query.words.forEach(({ terms }, word) => {
    for (const term of terms) if (!wordOfTerm.has(query.terms[term])) wordOfTerm.set(query.terms[term], word)
  })
  // Loaded when the query was analysed, so none of them is a promise here.
  const stems = query.languages.map(stemOf).filter((stem): stem is Stem => !(stem instanceof Promise))
  const matches: Match[] = []
  let from = 0
  for (const chunk of chunksOf(text)) {
    const at = text.indexOf(chunk.text, from)
    from = at + chunk.text.length
    const found = new Set<number>()
    for (const { terms, isIndexOnly } of wordsOf(chunk, stems, 'en')) {
      for (const term of terms) {
        const word = wordOfTerm.get(term)
        if (word !== undefined && !isIndexOnly) found.add(word)
      }
    }
    for (const word of found) matches.push({ at, word })
  }
  return matches
}

/** The stretch of at most `size` characters that holds most of the query's words, the rare ones counting more. */
function bestStretch(matches: readonly Match[], size: number): { readonly from: number; readonly to: number } {
  const counts = new Map<number, number>()
  for (const { word } of matches) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weight = (word: number) => Math.log(1 + matches.length / counts.get(word)!)
  const inside = new Map<number, number>()
  let best = { from: 0, to: 0, score: 0 }
  let first = 0
  for (const { at, word } of matches) {
    inside.set(word, (inside.get(word) ?? 0) + 1)
    while (at - matches[first].at > size) {
      const left = matches[first++].word
      inside.set(left, inside.get(left)! - 1)
    }
    let score = 0
    for (const [held, count] of inside) if (count > 0) score += weight(held) * (1 + 0.1 * Math.log(count))
    if (score > best.score) best = { from: matches[first].at, to: at, score }
  }
  return best
}

/** The nearest place at or before `at` where cutting splits no grapheme, and no word if a gap is near. */
function cutBefore(text: string, at: number, earliest: number): number {
  if (at >= text.length) return text.length
  for (let place = at; place > Math.max(earliest, at - 40); place--) if (/\s/.test(text[place])) return place
  // Far enough back that the segmenter falls into step with the text's graphemes.
  let from = Math.max(earliest, at - 64)
  if ((text.charCodeAt(from) & 0xfc00) === 0xdc00 && from > 0) from--
  const segment = graphemes()
    .segment(text.slice(from, at + 64))
    .containing(at - from)
  return segment === undefined ? at : from + segment.index
}

/** COM14: the best-matching contiguous passage; the beginning when nothing matches. Never longer than asked. */
export function bestPassage(text: string, query: Sought, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  // Matching needs normal forms; when they change the length, places would shift, so the text is matched as it is.
  const normal = normalise(text)
  const matches = wordMatches(normal.length === text.length ? normal : text, query)
  const { from, to } = bestStretch(matches, Math.floor(maxCharacters * (1 - slack)))

  // Centre the stretch, then begin at the sentence, or at least the word, that holds or follows that place.
  const spare = Math.max(0, maxCharacters - (to - from))
  const earliest = Math.max(0, Math.min(from - Math.floor(spare / 2), text.length - maxCharacters))
  let start = -1
  for (const match of text.matchAll(sentenceStart)) {
    const place = match.index + match[0].length
    if (place > from) break
    if (place >= earliest) {
      start = place
      break
    }
  }
  if (start < 0) {
    start = cutBefore(text, earliest, 0)
    while (start < from && /\s/.test(text[start])) start++
  }
  const latest = cutBefore(text, start + maxCharacters, start)
  let end = latest
  for (const match of text.slice(start, latest).matchAll(sentenceStart)) {
    const place = start + match.index + match[0].trimEnd().length
    if (place > to && place - start >= maxCharacters * (1 - slack)) end = place
  }
  return text.slice(start, end).trimEnd()
}
