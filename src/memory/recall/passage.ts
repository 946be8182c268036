import type { Query } from './query/query.js'
import { chunksOf } from './text/chunks.js'
import { normalise } from './text/fold.js'
import { type Stem, stemOf } from './text/stems.js'
import { wordsOf } from './text/words.js'

/** The parts of a query that choose a passage. */
export type PassageQuery = Pick<Query, 'words' | 'terms' | 'languages'>

interface Match {
  readonly at: number
  readonly word: number
}

// A passage starts and ends at a sentence or line that is within this share of its size.
const slack = 0.35
const sentenceStart = /(?:^|[.!?。！？…]["'”’)\]]*\s+|[。！？]|\n)(?=\S)/gu
const heading = /^#{1,6}\s|^\*\*[^*]+\*\*:?\s*$/
/** A line that others belong to: "Ports:", "staging: {". */
const parentLine = /[:：]\s*(?:[{[]\s*)?$/
/** A list item, or a key with its value. */
const itemOrKey = /^\s*(?:[-*+•]\s|\d+[.)]\s|["'`]?[\p{L}\p{N}_][\p{L}\p{N}_ ./-]{0,60}["'`]?\s*[:=：])/u
let segmenter: Intl.Segmenter | undefined
/** Created on first use: it takes ten milliseconds, and most texts are never cut. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter
}

function wordMatches(text: string, query: PassageQuery): readonly Match[] {
  const wordOfTerm = new Map<string, number>()
  query.words.forEach(({ terms }, word) => {
    for (const term of terms) if (!wordOfTerm.has(query.terms[term])) wordOfTerm.set(query.terms[term], word)
  })
  // `analyseQuery` has loaded the stemmers, so that none is a promise here.
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

/** The span of at most `size` characters that contains most of the query's words, rare words weighing more. */
function bestSpan(matches: readonly Match[], size: number): { readonly from: number; readonly to: number } {
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
    for (const [included, count] of inside) if (count > 0) score += weight(included) * (1 + 0.1 * Math.log(count))
    if (score > best.score) best = { from: matches[first].at, to: at, score }
  }
  return best
}

/** The nearest position at or before `at` that splits no grapheme, and no word if white space is near. */
function cutBefore(text: string, at: number, earliest: number): number {
  if (at >= text.length) return text.length
  for (let place = at; place > Math.max(earliest, at - 40); place--) if (/\s/.test(text[place])) return place
  // Starts far enough back for the segmenter to find the grapheme boundaries.
  let from = Math.max(earliest, at - 64)
  if ((text.charCodeAt(from) & 0xfc00) === 0xdc00 && from > 0) from--
  const segment = graphemes()
    .segment(text.slice(from, at + 64))
    .containing(at - from)
  return segment === undefined ? at : from + segment.index
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

const indentation = (line: string): number => line.length - line.trimStart().length

/** Where the heading over the line at `start` begins, or the line that it belongs to; -1 when neither is after `earliest`. */
function headingOf(text: string, start: number, earliest: number): number {
  const own = text.slice(start, lineEnd(text, start))
  if (heading.test(own) || parentLine.test(own)) return start
  let isSameBlock = true
  for (let place = start; place > 0 && place > earliest; ) {
    place = lineStart(text, place - 1)
    if (place < earliest) break
    const line = text.slice(place, lineEnd(text, place))
    if (heading.test(line)) return place
    if (line.trim() === '') isSameBlock = false
    else if (isSameBlock && parentLine.test(line) && indentation(line) <= indentation(own)) return place
  }
  return -1
}

/** COM14: where the passage must begin so that what matched keeps its heading, list item or key; -1 when it need not. */
function ownStart(text: string, { from, to }: { from: number; to: number }, maxCharacters: number): number {
  const line = lineStart(text, from)
  const reach = Math.min(lineEnd(text, to), to + Math.floor(maxCharacters * slack))
  const earliest = reach - maxCharacters
  const above = headingOf(text, line, earliest)
  if (above >= earliest && above >= 0) return above
  return line >= earliest && itemOrKey.test(text.slice(line, from + 1)) ? line : -1
}

/** The first beginning of a sentence or line from `earliest` to `latest`; -1 when there is none. */
function sentenceBetween(text: string, earliest: number, latest: number): number {
  for (const match of text.matchAll(sentenceStart)) {
    const place = match.index + match[0].length
    if (place > latest) break
    if (place >= earliest) return place
  }
  return -1
}

/** COM14: the best-matching passage of at most `maxCharacters`; the beginning when nothing matches. */
export function bestPassage(text: string, query: PassageQuery, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  // Matching needs normalised text; when normalising changes the length, positions would shift, so it is skipped.
  const normal = normalise(text)
  const matches = wordMatches(normal.length === text.length ? normal : text, query)
  const { from, to } = bestSpan(matches, Math.floor(maxCharacters * (1 - slack)))

  // Centres the span, then begins at the sentence, or else the word, at or after that position.
  const spare = Math.max(0, maxCharacters - (to - from))
  const earliest = Math.max(0, Math.min(from - Math.floor(spare / 2), text.length - maxCharacters))
  let start = matches.length === 0 ? -1 : ownStart(text, { from, to }, maxCharacters)
  if (start < 0) start = sentenceBetween(text, earliest, from)
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
