import { wordSet } from '../../phrases.js'
import { hintedField } from './bounds.js'
import type { FieldMention } from './mentions.js'
import type { ParsedQuestion } from './parse-question.js'

/** The measured field: one named right after `from`, else after "by", else anywhere. */
export function metricMention({ fields, words, vocabulary }: ParsedQuestion, from: number): FieldMention | undefined {
  const measurable = fields.filter(({ field }) => vocabulary.isMeasurable(field))
  const after = measurable.find((mention) => mention.from >= from && mention.from - from <= 3)
  return after ?? measurable.find((mention) => words[mention.from - 1]?.key === 'by') ?? measurable[0]
}

/** "who earns the most", "how much does it cost": a field that the words imply without naming it. */
export const hintedByWords = ({ words, vocabulary, mentioned }: ParsedQuestion): string | undefined =>
  words
    .map(({ key }, at) => (mentioned.has(at) ? undefined : hintedField(key, vocabulary.fields)))
    .find((key) => key !== undefined)

/** "per region", "for each region", "by region". */
export function groupAfter(
  { words }: ParsedQuestion,
  fields: readonly FieldMention[],
  markers: readonly string[],
): FieldMention | undefined {
  return fields.find(({ from }) => markers.includes(words[from - 1]?.key ?? ''))
}

/** Records that a question calls by the name of a field ("products") are those that have the field. */
export function withPresence(parsed: ParsedQuestion, mention: FieldMention | undefined): ParsedQuestion {
  if (mention === undefined) return parsed
  return { ...parsed, criteria: [...parsed.criteria, { field: mention.field.key, test: 'present', values: [] }] }
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

/** The word that asks for a sum or an average, and its position. `isField`: the word is also the name of a field. */
export function findAggregate({ words, values, fields }: ParsedQuestion) {
  for (const [at, { key }] of words.entries()) {
    if (!Object.hasOwn(aggregateWords, key) || values.some(({ from, to }) => from <= at && at < to)) continue
    const mention = fields.find(({ from, to }) => from <= at && at < to)
    // "average rating" may be the name of one field.
    if (mention !== undefined && mention.to - mention.from > 1) continue
    const isFollowed = fields.some(({ from }) => from > at && from - at <= 2)
    return { aggregate: aggregateWords[key], at, isField: mention !== undefined && !isFollowed }
  }
  return undefined
}

/** In a ranking or comparison, a field called "total" asks for no aggregate. */
export function aggregateOfGroups(parsed: ParsedQuestion): 'average' | 'sum' | undefined {
  const found = findAggregate(parsed)
  return found === undefined || found.isField ? undefined : found.aggregate
}

const beforeHead = wordSet('all the of distinct different unique separate our my me us available known')

/** The counted or listed field: it follows the question words, which end at `textAt` of the text. */
export function headField({ text, words, fields }: ParsedQuestion, textAt: number): FieldMention | undefined {
  let at = text.slice(0, textAt).trim().split(' ').length
  while (beforeHead.has(words[at]?.key ?? '')) at++
  return fields.find(({ from }) => from === at)
}

export const asksForDistinct = ({ text }: ParsedQuestion): boolean =>
  / (?:distinct|different|unique|separate) /.test(text)

/** The first words that ask for a count and are not part of a field name such as "the item count". */
export function findCountWords({ text, mentioned }: ParsedQuestion): RegExpExecArray | undefined {
  for (const found of text.matchAll(/ (?:how many|number of|count of|count|how often)(?= )/g)) {
    const at = text.slice(0, found.index).split(' ').length - 1
    if (!mentioned.has(at)) return found
  }
  return undefined
}
