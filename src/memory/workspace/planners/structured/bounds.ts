import { ownEntry } from '../../../../plain-object.js'
import { parseTime } from '../../../time.js'
import type { Criterion } from '../../collection/criteria.js'
import { type PlacedWord, range, wordSet } from '../../phrases.js'
import { parseDecimal } from '../../records/decimal.js'
import type { FieldSummary } from '../../records/fields.js'
import { fieldsMeantBy } from './field-wordings.js'
import { comparatives, fieldHints, numberWords } from './lexicon.js'
import type { FieldMention } from './mentions.js'

type Test = Criterion['test']

/** A criterion on a number or date, with the positions of its words. */
export interface BoundMention {
  readonly criterion: Criterion
  readonly words: readonly number[]
  /** The mention of the field, when the question names it. */
  readonly field: FieldMention | undefined
}

const phrases: readonly (readonly [phrase: string, test: Test])[] = [
  ['greater than or equal to', 'at_least'],
  ['more than or equal to', 'at_least'],
  ['less than or equal to', 'at_most'],
  ['no less than', 'at_least'],
  ['not less than', 'at_least'],
  ['no more than', 'at_most'],
  ['not more than', 'at_most'],
  ['at least', 'at_least'],
  ['at most', 'at_most'],
  ['up to', 'at_most'],
  ['more than', 'above'],
  ['greater than', 'above'],
  ['higher than', 'above'],
  ['larger than', 'above'],
  ['bigger than', 'above'],
  ['later than', 'above'],
  ['less than', 'below'],
  ['fewer than', 'below'],
  ['lower than', 'below'],
  ['smaller than', 'below'],
  ['earlier than', 'below'],
  ['over', 'above'],
  ['above', 'above'],
  ['exceeding', 'above'],
  ['exceeds', 'above'],
  ['exceed', 'above'],
  ['after', 'above'],
  ['under', 'below'],
  ['below', 'below'],
  ['before', 'below'],
  ['since', 'at_least'],
  ['until', 'at_most'],
  ['not equal to', 'is_not'],
  ['exactly', 'is'],
  ['equal to', 'is'],
  ['equals', 'is'],
  ['>=', 'at_least'],
  ['=>', 'at_least'],
  ['<=', 'at_most'],
  ['>', 'above'],
  ['<', 'below'],
  ['!=', 'is_not'],
  ['==', 'is'],
  ['=', 'is'],
]

/**
 * "price over 10", "rated at least 4", "between 5 and 9 units", "after 2025-01-02", "priority 1". `inNames` are the
 * positions of longer values, whose numbers are no amounts: "the rooms of 29 Hill Street".
 */
export function findBounds(
  words: readonly PlacedWord[],
  fields: readonly FieldMention[],
  known: readonly FieldSummary[],
  inNames: readonly number[] = [],
): readonly BoundMention[] {
  const found: BoundMention[] = []
  const taken = new Set<number>(inNames)
  const add = (criteria: readonly (readonly [Test, string])[], span: readonly number[]) => {
    const field = fieldFor(span, words, fields, known)
    if (field === undefined || isUntimely(span, field.key, words, known)) return
    for (const [test, value] of criteria) {
      const words = [...span, ...field.words]
      found.push({ criterion: { field: field.key, test, values: [value] }, words, field: field.mention })
    }
    for (const at of span) taken.add(at)
  }
  for (let at = 0; at < words.length; at++) {
    if (taken.has(at)) continue
    const between = betweenAt(words, at)
    const bound = between ?? boundAt(words, at) ?? amountOrMoreAt(words, at)
    if (bound !== undefined) add(bound.criteria, bound.span)
  }
  for (const mention of fields) {
    const at = skip(words, mention.to, equalitySigns)
    const value = at === undefined ? undefined : amountAt(words, at)
    if (at === undefined || value === undefined || taken.has(at)) continue
    const criterion: Criterion = { field: mention.field.key, test: 'is', values: [value] }
    found.push({ criterion, words: range(mention.to, at + 1), field: mention })
  }
  return found
}

interface Bound {
  readonly criteria: readonly (readonly [Test, string])[]
  readonly span: readonly number[]
}

function betweenAt(words: readonly PlacedWord[], at: number): Bound | undefined {
  if (words[at].key !== 'between' && words[at].key !== 'from') return undefined
  const [low, link, high] = [amountAt(words, at + 1), words[at + 2]?.key, amountAt(words, at + 3)]
  if (low === undefined || high === undefined || (link !== 'and' && link !== 'to')) return undefined
  return {
    criteria: [
      ['at_least', low],
      ['at_most', high],
    ],
    span: range(at, at + 4),
  }
}

function boundAt(words: readonly PlacedWord[], at: number): Bound | undefined {
  const [test, length] = testAt(words, at) ?? []
  if (test === undefined || length === undefined) return undefined
  const place = skip(words, at + length, articles)
  const value = place === undefined ? undefined : amountAt(words, place)
  return place === undefined || value === undefined
    ? undefined
    : { criteria: [[test, value]], span: range(at, place + 1) }
}

const equalitySigns = wordSet('is are was were of equal to number no #')
const articles = wordSet('a an the of on than')

function testAt(words: readonly PlacedWord[], at: number): readonly [test: Test, length: number] | undefined {
  for (const [phrase, test] of phrases) {
    const parts = phrase.split(' ')
    if (parts.every((part, offset) => words[at + offset]?.key === part)) return [test, parts.length]
  }
  const comparative = ownEntry(comparatives, words[at].key)
  return comparative !== undefined && words[at + 1]?.key === 'than' ? [comparative, 2] : undefined
}

/** "4 or more", "10 or less". */
function amountOrMoreAt(words: readonly PlacedWord[], at: number): Bound | undefined {
  const value = amountAt(words, at)
  if (value === undefined || words[at + 1]?.key !== 'or') return undefined
  const direction = words[at + 2]?.key ?? ''
  if (['more', 'higher', 'greater', 'above', 'later', 'over'].includes(direction)) {
    return { criteria: [['at_least', value]], span: range(at, at + 3) }
  }
  if (['less', 'lower', 'fewer', 'below', 'earlier', 'under'].includes(direction)) {
    return { criteria: [['at_most', value]], span: range(at, at + 3) }
  }
  return undefined
}

/** A number in digits or as a word, or a date, without currency and percent signs. */
export function amountAt(words: readonly PlacedWord[], at: number): string | undefined {
  const word = words[at]
  if (word === undefined) return undefined
  const bare = word.surface.replace(/^[$€£¥]|[$€£¥%]$/gu, '')
  if (parseDecimal(bare) !== undefined || parseTime(bare) !== undefined) return bare
  const named = ownEntry(numberWords, word.key)
  return named === undefined ? undefined : String(named)
}

const times = wordSet('after before since until later earlier')
const timely =
  /\b(?:year|years|date|time|day|month|season|vintage|age|born|built|founded|since|until|from|start|end|due|version)\b|ed\b/u

/** "Until 1987" is no bound on a rating: what is before or after is a time. */
function isUntimely(
  span: readonly number[],
  key: string,
  words: readonly PlacedWord[],
  known: readonly FieldSummary[],
): boolean {
  const isNumeric = known.some((field) => field.key === key && field.numericCount > 0)
  return isNumeric && times.has(words[span[0]].key) && !timely.test(key)
}

interface BoundField {
  readonly key: string
  readonly words: readonly number[]
  readonly mention: FieldMention | undefined
}

/** The field named before the bound, else right after it, else the field its words hint at, else the only numeric one. */
function fieldFor(
  span: readonly number[],
  words: readonly PlacedWord[],
  fields: readonly FieldMention[],
  known: readonly FieldSummary[],
): BoundField | undefined {
  const [first, last] = [span[0], span[span.length - 1]]
  const isDate = span.some((at) => parseTime(words[at].surface) !== undefined)
  const fits = ({ numericCount, count }: FieldSummary) => (isDate ? numericCount < count : numericCount > 0)
  const named = (mention: FieldMention): BoundField => ({ key: mention.field.key, words: [], mention })
  const before = fields.findLast(({ field, to }) => to <= first && first - to <= 5 && fits(field))
  const isApart = before !== undefined && words.slice(before.to, first).some(({ key }) => !equalitySigns.has(key))
  if (before !== undefined && !isApart) return named(before)
  // "the price of lamps with more than 5 units", "the age of those who earn more than 5", "the age … heavier than 5"
  const unit = fields.find(({ field, from }) => from === last + 1 && fits(field))
  if (unit !== undefined) return named(unit)
  for (const at of [...span, first - 1]) {
    const isNamed = fields.some(({ from, to }) => from <= at && at < to)
    const key = isNamed ? undefined : hintedField(words[at]?.key ?? '', known)
    if (key !== undefined) return { key, words: [at], mention: undefined }
  }
  if (before !== undefined) return named(before)
  const after = fields.find(({ field, from }) => from > last && from - last <= 3 && fits(field))
  if (after !== undefined) return named(after)
  for (const at of [...span, ...range(Math.max(0, first - 3), first), ...range(last + 1, last + 3)]) {
    const key = hintedField(words[at]?.key ?? '', known)
    if (key !== undefined) return { key, words: [at], mention: undefined }
  }
  const fitting = known.filter((field) => fits(field) && field.key !== 'id')
  return fitting.length === 1 ? { key: fitting[0].key, words: [], mention: undefined } : undefined
}

/** The field that a word implies without naming it. */
export function hintedField(word: string, known: readonly FieldSummary[]): string | undefined {
  return firstHinted([...(ownEntry(fieldHints, word)?.split(' ') ?? []), ...fieldsMeantBy(word)], known)
}

/** GWT19: undefined, too, when several fields could be meant: "expensive" by the net or by the gross price. */
export function firstHinted(hints: readonly string[], known: readonly FieldSummary[]): string | undefined {
  for (const hint of hints) {
    const exact = known.find(({ key }) => key === hint)
    if (exact !== undefined) return exact.key
    const fields = known.filter(({ key }) => key.split(' ').includes(hint))
    if (fields.length > 0) return fields.length === 1 ? fields[0].key : undefined
  }
  return undefined
}

function skip(words: readonly PlacedWord[], from: number, skipped: ReadonlySet<string>): number | undefined {
  let at = from
  while (at < words.length && skipped.has(words[at].key)) at++
  return at < words.length && at - from <= 3 ? at : undefined
}
