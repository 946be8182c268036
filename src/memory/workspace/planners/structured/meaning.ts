import { hintedField } from './bounds.js'
import type { FieldMention } from './mentions.js'
import type { Reading } from './reading.js'

/** The field that is measured: named right behind the place, else after "by", else anywhere. */
export function metricMention({ fields, words, vocabulary }: Reading, from: number): FieldMention | undefined {
  const measurable = fields.filter(({ field }) => vocabulary.isMeasurable(field))
  const behind = measurable.find((mention) => mention.from >= from && mention.from - from <= 3)
  return behind ?? measurable.find((mention) => words[mention.from - 1]?.key === 'by') ?? measurable[0]
}

/** "who earns the most", "how much does it cost": a field that the words mean without naming it. */
export const hintedByWords = ({ words, vocabulary, mentioned }: Reading): string | undefined =>
  words
    .map(({ key }, at) => (mentioned.has(at) ? undefined : hintedField(key, vocabulary.fields)))
    .find((key) => key !== undefined)

/** "per region", "for each region", "by region". */
export function groupAfter(
  { words }: Reading,
  fields: readonly FieldMention[],
  markers: readonly string[],
): FieldMention | undefined {
  return fields.find(({ from }) => markers.includes(words[from - 1]?.key ?? ''))
}

/** Records that a question calls by one of their fields ("products") are those that have it. */
export function withPresence(reading: Reading, mention: FieldMention | undefined): Reading {
  if (mention === undefined) return reading
  return { ...reading, criteria: [...reading.criteria, { field: mention.field.key, test: 'present', values: [] }] }
}

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

/** The word that asks for a sum or an average, and where it stands. A field may be called so: `isField`. */
export function findAggregate({ words, values, fields }: Reading) {
  for (const [at, { key }] of words.entries()) {
    if (!Object.hasOwn(aggregateWords, key) || values.some(({ from, to }) => from <= at && at < to)) continue
    const mention = fields.find(({ from, to }) => from <= at && at < to)
    // "average rating" may be one field's name.
    if (mention !== undefined && mention.to - mention.from > 1) continue
    const isFollowed = fields.some(({ from }) => from > at && from - at <= 2)
    return { aggregate: aggregateWords[key], at, isField: mention !== undefined && !isFollowed }
  }
  return undefined
}

/** When a question ranks or compares, a field called "total" is just that. */
export function aggregateOfGroups(reading: Reading): 'average' | 'sum' | undefined {
  const found = findAggregate(reading)
  return found === undefined || found.isField ? undefined : found.aggregate
}

const beforeHead: ReadonlySet<string> = new Set(
  'all the of distinct different unique separate our my me us available known'.split(' '),
)

/** The field that is counted or listed: named right behind the words that ask, which are the text up to `textAt`. */
export function headField({ text, words, fields }: Reading, textAt: number): FieldMention | undefined {
  let at = text.slice(0, textAt).trim().split(' ').length
  while (beforeHead.has(words[at]?.key ?? '')) at++
  return fields.find(({ from }) => from === at)
}

export const asksForDistinct = ({ text }: Reading): boolean => / (?:distinct|different|unique|separate) /.test(text)

/** The first words that ask for a count; in "the item count" they name a field. */
export function findCountWords({ text, mentioned }: Reading): RegExpExecArray | undefined {
  for (const found of text.matchAll(/ (?:how many|number of|count of|count|how often)(?= )/g)) {
    const at = text.slice(0, found.index).split(' ').length - 1
    if (!mentioned.has(at)) return found
  }
  return undefined
}
