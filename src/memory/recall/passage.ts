import { once } from '../../once.js'
import type { Slices } from '../slices.js'
import type { Query } from './query/query.js'
import { type Chunk, chunksOf } from './text/chunks.js'
import { normalise } from './text/fold.js'
import { piecesOf } from './text/pieces.js'
import { type Stem, stemOf } from './text/stems.js'
import { detachedCopy } from './text/word-cache.js'
import { unspacedWords, wordsOf } from './text/words.js'

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
const graphemes = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/** Steps between two stops: about a millisecond. */
const chunksPerSlice = 100
const pairsPerSlice = 10_000
/** A longer chunk counts as so many. */
const charactersPerChunk = 100

/** The query's words in each chunk that was looked at. Texts repeat words: looking one up costs a tenth of splitting it. */
interface Matcher {
  readonly wordOfTerm: ReadonlyMap<string, number>
  readonly stems: readonly Stem[]
  readonly found: Map<string, readonly number[]>
}

const maxRemembered = 50_000
const maxRememberedCharacters = 64
const matchers = new WeakMap<PassageQuery, Matcher>()

/** Of an answer's many texts, each is searched for the same query. */
function matcherOf(query: PassageQuery): Matcher {
  const known = matchers.get(query)
  if (known !== undefined) return known
  const wordOfTerm = new Map<string, number>()
  query.words.forEach(({ terms }, word) => {
    for (const term of terms) if (!wordOfTerm.has(query.terms[term])) wordOfTerm.set(query.terms[term], word)
  })
  // `analyseQuery` has loaded the stemmers, so that none is a promise here.
  const stems = query.languages.map(stemOf).filter((stem): stem is Stem => !(stem instanceof Promise))
  const matcher = { wordOfTerm, stems, found: new Map() }
  matchers.set(query, matcher)
  return matcher
}

function* wordsFound(chunk: Chunk, { wordOfTerm, stems }: Matcher): Slices<readonly number[]> {
  const found = new Set<number>()
  const words = chunk.kind === 'unspaced' ? yield* unspacedWords(chunk.text) : wordsOf(chunk, stems, 'en')
  for (const { terms, isIndexOnly } of words) {
    for (const term of terms) {
      const word = wordOfTerm.get(term)
      if (word !== undefined && !isIndexOnly) found.add(word)
    }
  }
  return [...found]
}

function* wordMatches(text: string, query: PassageQuery): Slices<readonly Match[]> {
  const matcher = matcherOf(query)
  if (matcher.wordOfTerm.size === 0) return []
  const matches: Match[] = []
  let from = 0
  let split = 0
  for (const piece of piecesOf(text)) {
    for (const chunk of chunksOf(piece)) {
      const at = text.indexOf(chunk.text, from)
      from = at + chunk.text.length
      let found = matcher.found.get(chunk.text)
      if (found === undefined) {
        found = yield* wordsFound(chunk, matcher)
        if (chunk.text.length <= maxRememberedCharacters && matcher.found.size < maxRemembered)
          matcher.found.set(detachedCopy(chunk.text), found)
        split += 1 + chunk.text.length / charactersPerChunk
        if (split >= chunksPerSlice) {
          split = 0
          yield
        }
      }
      for (const word of found) matches.push({ at, word })
    }
    yield
  }
  return matches
}

/** The span of at most `size` characters that contains most of the query's words, rare words weighing more. */
function* bestSpan(matches: readonly Match[], size: number): Slices<{ readonly from: number; readonly to: number }> {
  const counts = new Map<number, number>()
  for (const { word } of matches) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weights = new Map(Array.from(counts, ([word, count]) => [word, Math.log(1 + matches.length / count)]))
  const weight = (word: number) => weights.get(word)!
  const inside = new Map<number, number>()
  let best = { from: 0, to: 0, score: 0 }
  let first = 0
  let pairs = 0
  for (const { at, word } of matches) {
    pairs += inside.size
    if (pairs >= pairsPerSlice) {
      pairs = 0
      yield
    }
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

/** `lastIndexOf` takes a place before the text for its first character. */
const lineStart = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

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
export function* bestPassage(text: string, query: PassageQuery, maxCharacters: number): Slices<string> {
  if (text.length <= maxCharacters) return text
  // Matching needs normalised text; when normalising changes the length, positions would shift, so it is skipped.
  const normal = normalise(text)
  const matches = yield* wordMatches(normal.length === text.length ? normal : text, query)
  const { from, to } = yield* bestSpan(matches, Math.floor(maxCharacters * (1 - slack)))

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
