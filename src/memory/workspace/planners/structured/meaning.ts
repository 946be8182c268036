import { type PlacedWord, range, singularForms, wordSet } from '../../phrases.js'
import { hintedField } from './bounds.js'
import type { FieldMention } from './mentions.js'
import type { ParsedQuestion } from './parse-question.js'

/** The measured field: one named right after `from`, else after "by", else anywhere. */
export function metricMention({ fields, words, vocabulary }: ParsedQuestion, from: number): FieldMention | undefined {
  const measurable = fields.filter(({ field }) => vocabulary.isMeasurable(field))
  const after = measurable.find((mention) => mention.from >= from && mention.from - from <= 3)
  return after ?? measurable.find((mention) => words[mention.from - 1]?.key === 'by') ?? measurable[0]
}

/** "who earns the most", "how much does it cost": a field that the words imply without naming it, and the word. */
export function hintedByWords({ words, vocabulary, placed, mentioned }: ParsedQuestion) {
  for (const [at, { key }] of words.entries()) {
    const hinted = mentioned.has(at) || placed.has(at) ? undefined : hintedField(key, vocabulary.fields)
    if (hinted !== undefined) return { key: hinted, at }
  }
  return undefined
}

const stepped = wordSet('year month day week quarter id number no floor room class grade level sprint')
const isRate = (key: string, numericCount: number): boolean =>
  numericCount > 0 && !key.split(' ').some((word) => stepped.has(word))

export const groupMarkers: readonly string[] = ['per', 'each', 'every', 'by']

/** "per region", "for each region", "by region". */
export function groupAfter(
  { words }: ParsedQuestion,
  fields: readonly FieldMention[],
  markers: readonly string[],
): FieldMention | undefined {
  // "Per hour" of a field "hours" is a rate, and none is computed.
  return fields.find(
    ({ field, from }) => markers.includes(words[from - 1]?.key ?? '') && !isRate(field.key, field.numericCount),
  )
}

/** Records that a question calls by the name of a field ("products") are those that have the field. */
export function withPresence(parsed: ParsedQuestion, mention: FieldMention | undefined): ParsedQuestion {
  if (mention === undefined) return parsed
  return { ...parsed, criteria: [...parsed.criteria, { field: mention.field.key, test: 'present', values: [] }] }
}

/**
 * "How many genres do the movies have?" where a field is called "movie": its plural names the records that have it, and
 * asks for no value. `head` is what the question asks for.
 */
export function withNamedKind(
  parsed: ParsedQuestion,
  head: FieldMention | undefined,
): { readonly parsed: ParsedQuestion; readonly kindAt: readonly number[] } {
  const named = parsed.fields.filter((mention) => mention !== head && namesKind(mention, parsed))
  const kept = parsed.fields.filter((mention) => !named.includes(mention))
  const meant = named.reduce<ParsedQuestion>((narrowed, mention) => withPresence(narrowed, mention), parsed)
  return {
    parsed: { ...meant, fields: kept, namesRecords: parsed.namesRecords || named.length > 0 },
    kindAt: named.flatMap(({ from, to }) => range(from, to)),
  }
}

const namesKind = ({ field, from, to }: FieldMention, { words }: ParsedQuestion): boolean =>
  field.numericCount === 0 &&
  !field.key.includes(' ') &&
  words[to - 1].key !== field.key &&
  singularForms(words[to - 1].key).includes(field.key) &&
  !groupMarkers.some((marker) => marker === words[from - 1]?.key)

const aggregateWords: Readonly<Record<string, 'average' | 'sum'>> = {
  average: 'average',
  averages: 'average',
  mean: 'average',
  avg: 'average',
  sum: 'sum',
  total: 'sum',
  totals: 'sum',
  combined: 'sum',
  altogether: 'sum',
  add: 'sum',
  adding: 'sum',
}

const again = wordSet('together overall up')

/** The word that asks for a sum or an average, and its position. `isField`: the word is also the name of a field. */
export function findAggregate({ words, values, fields }: ParsedQuestion) {
  const isNamed = (at: number) => fields.some(({ from, to }) => from <= at && at < to)
  for (const [at, { key }] of words.entries()) {
    if (!Object.hasOwn(aggregateWords, key) || values.some(({ from, to }) => from <= at && at < to)) continue
    const mention = fields.find(({ from, to }) => from <= at && at < to)
    // "average rating" may be the name of one field.
    if (mention !== undefined && mention.to - mention.from > 1) continue
    const isFollowed = fields.some(({ from }) => from > at && from - at <= 2)
    // "the total sum", "add up", "all together": words that say the same again.
    const others = words.flatMap((word, place) =>
      (aggregateWords[word.key] === aggregateWords[key] || again.has(word.key)) && !isNamed(place) ? [place] : [],
    )
    return {
      aggregate: aggregateWords[key],
      at,
      isField: mention !== undefined && !isFollowed,
      words: [at, ...others],
    }
  }
  return undefined
}

/** In a ranking or comparison, a field called "total" asks for no aggregate. */
export function aggregateOfGroups(parsed: ParsedQuestion): 'average' | 'sum' | undefined {
  const found = findAggregate(parsed)
  return found === undefined || found.isField ? undefined : found.aggregate
}

const beforeHead = wordSet('all the of distinct different unique separate our my me us available known')

/** The counted or listed field: it follows the question words, which end before `from`. */
export function headField({ words, fields }: ParsedQuestion, from: number): FieldMention | undefined {
  let at = from
  while (beforeHead.has(words[at]?.key ?? '')) at++
  return fields.find((mention) => mention.from === at)
}

const distinctive = wordSet('distinct different unique separate')

/** Positions of the words that ask for each value once. */
export const distinctWords = ({ words, mentioned }: ParsedQuestion): readonly number[] =>
  words.flatMap(({ key }, at) => (distinctive.has(key) && !mentioned.has(at) ? [at] : []))

export const asksForDistinct = (parsed: ParsedQuestion): boolean => distinctWords(parsed).length > 0

const whole = wordSet('people staff all the our my different distinct')
const isCounted = (next: readonly PlacedWord[]): boolean =>
  next.some(({ key, surface }) => (key.endsWith('s') && !/^\p{Lu}/u.test(surface)) || whole.has(key))

/** The first words that ask for a count and are not part of a field name such as "the item count". */
export function findCountWords({ words, mentioned }: ParsedQuestion): { from: number; to: number } | undefined {
  for (const [at, { key }] of words.entries()) {
    if (mentioned.has(at)) continue
    const next = words[at + 1]?.key
    if (key === 'how' && next === 'many') return { from: at, to: at + 2 }
    // "The number of line 7" is what the line is called by.
    if (key === 'number' && next === 'of' && isCounted(words.slice(at + 2, at + 6))) return { from: at, to: at + 2 }
    if (key === 'count' && next !== undefined) return { from: at, to: next === 'of' ? at + 2 : at + 1 }
  }
  return undefined
}
