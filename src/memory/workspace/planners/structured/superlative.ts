import { amountAt, firstHinted } from './bounds.js'
import { type Superlative, superlatives } from './lexicon.js'
import type { ParsedQuestion } from './parse-question.js'

/** A superlative with the positions of its words, from `at` up to, but without, `end`. */
export interface PlacedSuperlative {
  readonly superlative: Superlative
  readonly at: number
  readonly end: number
}

const top: Superlative = { words: ['top'], order: 'highest', hints: [] }
const bottom: Superlative = { words: ['bottom'], order: 'lowest', hints: [] }

/** The first superlative that is not part of a name or of "at least". */
export function findSuperlative(parsed: ParsedQuestion): PlacedSuperlative | undefined {
  const { words, values, fields } = parsed
  const isNamed = (at: number) => [...values, ...fields].some(({ from, to }) => from <= at && at < to)
  for (let at = 0; at < words.length; at++) {
    if (isNamed(at) || words[at - 1]?.key === 'at') continue
    const found = superlativeAt(parsed, at)
    if (found !== undefined) return { superlative: found, at, end: at + found.words.length }
    const rank = words[at].key === 'top' ? top : words[at].key === 'bottom' ? bottom : undefined
    if (rank === undefined) continue
    const after = at + (amountAt(words, at + 1) === undefined ? 1 : 2)
    // "top 3 cheapest" asks for the cheapest.
    const inner = superlativeAt(parsed, after)
    return inner === undefined
      ? { superlative: rank, at, end: after }
      : { superlative: inner, at: after, end: after + inner.words.length }
  }
  return undefined
}

function superlativeAt(parsed: ParsedQuestion, at: number): Superlative | undefined {
  return superlatives.find(
    (superlative) =>
      superlative.words.every((word, offset) => parsed.words[at + offset]?.key === word) &&
      (superlative.needsDate !== true || hintedMetric(superlative, parsed) !== undefined),
  )
}

/** The field that a superlative implies, and which end of it: the cheapest has the lowest price. */
export function hintedMetric({ hints }: Superlative, { vocabulary, fields }: ParsedQuestion) {
  for (const [hint, order] of hints) {
    const key = firstHinted([hint], vocabulary.fields)
    if (key !== undefined) return { key, order }
  }
  // A date field may have any name.
  const order = hints.find(([hint]) => hint === 'date')?.[1]
  if (order === undefined) return undefined
  const named = fields.map(({ field }) => field).filter(vocabulary.isTemporal)
  const dates = named.length > 0 ? named : vocabulary.fields.filter(vocabulary.isTemporal)
  return dates.length === 1 ? { key: dates[0].key, order } : undefined
}

/** "the 3 cheapest", "the cheapest 3", "top 3", "the 2 employees with the lowest …". */
export function amountFor({ words, numbers }: ParsedQuestion, { at, end }: PlacedSuperlative) {
  const adjacent = numbers.find((place) => place === at - 1 || (place > at && place <= end))
  const place = adjacent ?? numbers.find((each) => each < at)
  const amount = place === undefined ? undefined : amountAt(words, place)
  return place !== undefined && amount !== undefined && /^[1-9]\d{0,3}$/.test(amount)
    ? { amount: Number(amount), at: place }
    : undefined
}
