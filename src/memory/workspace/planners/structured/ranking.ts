import type { Aggregate } from '../../collection/quantity.js'
import { wordSet } from '../../phrases.js'
import type { RecordSet } from '../../records/record-table.js'
import { askerOf, asksForWrongPerson } from './asker.js'
import { type Interpretation, interpretation } from './interpretation.js'
import { anyRecordNouns, collectionNouns } from './lexicon.js'
import {
  aggregateOfGroups,
  findAggregate,
  groupAfter,
  hintedByWords,
  metricMention,
  withNamedKind,
  withPresence,
} from './meaning.js'
import type { FieldMention } from './mentions.js'
import type { ParsedQuestion } from './parse-question.js'
import { amountFor, findSuperlative, hintedMetric, type PlacedSuperlative } from './superlative.js'
import { isTitle } from './titles.js'

/** The number of results of "top" without a number. */
const topWithoutNumber = 5

/** "top 3 by price", "which region has the highest average price", "the cheapest lamp", "what is the lowest price". */
export function readRanking(question: ParsedQuestion): Interpretation | undefined {
  const { parsed, kindAt } = withNamedKind(question, question.fields.find(isGroup))
  const found = findSuperlative(parsed)
  if (found === undefined) return undefined
  // "the largest number of orders"
  const isOfCounts = / (?:number|count) of /.test(textFrom(parsed, found.end))
  const hint = isOfCounts ? undefined : hintedMetric(found.superlative, parsed)
  const named = isOfCounts ? undefined : metricMention(parsed, found.end)
  const hinted = isOfCounts || named !== undefined || hint !== undefined ? undefined : hintedByWords(parsed)
  const metric = isOfCounts ? null : (named?.field.key ?? hint?.key ?? hinted?.key ?? null)
  // "Which place has the most runners?" asks for the place and does not rank by it.
  if (named !== undefined && ['which', 'what'].includes(parsed.words[named.from - 1]?.key ?? '')) return undefined
  if (named !== undefined && isOtherMeasure(parsed, found, named)) return undefined
  if (named !== undefined && isOfNothing(parsed, found, named)) return undefined
  // "The most expensive" where nothing has a price is not what there is most of.
  if (metric === null && !isOfCounts && found.superlative.hints.length > 0) return undefined
  const order =
    (named === undefined || named.field.key === hint?.key ? hint?.order : undefined) ?? found.superlative.order
  const extreme = order === 'highest' ? 'max' : 'min'
  const others = parsed.fields.filter((mention) => mention !== named && !isModifier(mention, found, named))

  const amount = amountFor(parsed, found)
  const modifiers = parsed.fields.filter((mention) => mention !== named && isModifier(mention, found, named))
  const aggregated = findAggregate(parsed)
  const used = [
    kindAt,
    { from: found.at, to: found.end },
    named,
    hinted?.at,
    ...modifiers,
    amount?.at,
    aggregated?.words,
    rankingAt(parsed, isOfCounts),
    askerOf(parsed),
  ]
  const perField = groupAfter(parsed, others, ['per', 'each', 'every'])
  if (perField !== undefined && metric !== null) {
    const marked = [...used, perField, perField.from - 1]
    return interpretation(extreme, parsed, marked, { metric, groupField: perField.field.key })
  }
  const group = others.find(isGroup)
  if (group === undefined ? asksForWrongPerson(parsed, metric) : asksForWrongPerson(parsed, group.field.key, true))
    return undefined
  const grouped = [...used, group]
  // "Which boat is the longest?" asks for one of the records, each of which has a name of its own.
  const isOwnName = group !== undefined && metric !== null && isTitle(parsed, group.field.key)
  const isAskedFor =
    group !== undefined && !isOwnName && ['which', 'what'].includes(parsed.words[group.from - 1]?.key ?? '')
  if (named !== undefined && amount === undefined && asksForValue(parsed, found, named)) {
    if (isTimeByHeight(parsed, named.field.key, found)) return undefined
    return interpretation(extreme, withPresence(parsed, group), grouped, { metric })
  }
  if (metric !== null && isTimeByHeight(parsed, metric, found)) return undefined
  const k = amount?.amount ?? (found.superlative.words[0] === 'top' ? topWithoutNumber : 1)
  const aggregate = aggregateOfGroups(parsed)
  if (
    group !== undefined &&
    (metric === null || aggregate !== undefined || isAskedFor || repeats(group, parsed.records))
  ) {
    // "The cheapest supplier": by its lowest price, its average, or all together?
    if (
      named === undefined &&
      metric !== null &&
      aggregate === undefined &&
      !quantifying.has(found.superlative.words[0])
    )
      return undefined
    const isMost = ['most', 'least', 'fewest', 'top'].includes(found.superlative.words[0])
    // "The highest priority" is not the commonest.
    if (metric === null && !isMost && !isOfCounts) return undefined
    const ofGroup: Aggregate = metric === null ? 'count' : (aggregate ?? (isMost ? 'sum' : extreme))
    return interpretation('top_k', parsed, grouped, {
      metric,
      groupField: group.field.key,
      aggregate: ofGroup,
      order,
      k,
    })
  }
  return metric === null
    ? undefined
    : {
        ...interpretation('top_k', withPresence(parsed, group), grouped, { metric, order, k }),
        asksForOne: isOwnName && k === 1,
      }
}

/** "The fee of the longest boat" is not the longest fee: "longest" goes by the length. */
function isOtherMeasure(
  { vocabulary, words }: ParsedQuestion,
  { superlative, end }: PlacedSuperlative,
  { field, from }: FieldMention,
): boolean {
  const { hints } = superlative
  if (hints.length === 0) return false
  const isDate = vocabulary.isTemporal(field) && hints.some(([hint]) => hint === 'date')
  if (isDate || field.key.split(' ').some((word) => hints.some(([hint]) => hint === word))) return false
  const isAfter = from >= end && words.slice(end, from).every(({ key }) => key !== 'of')
  return !(isAfter && general.has(superlative.words[0]))
}

/** "Which is the highest sprint?" says of nothing that it has one, "is worth the most" not whether one or all together. */
function isOfNothing(
  { words }: ParsedQuestion,
  { at, end }: PlacedSuperlative,
  { from, to, field }: FieldMention,
): boolean {
  const isWhichIs = words[0]?.key === 'which' && being.has(words[1]?.key ?? '') && at <= 3
  const isState = field.numericCount > 0 && being.has(words[from - 1]?.key ?? '') && to <= at
  return (isWhichIs && from === end && to === words.length) || isState
}

const being = wordSet('is are was were')
const general = wordSet('largest biggest smallest best worst top')
const quantifying = wordSet('most least fewest top bottom')

/** "The highest day": days are late or early, not high. */
const isTimeByHeight = ({ vocabulary }: ParsedQuestion, metric: string, { superlative }: PlacedSuperlative): boolean =>
  vocabulary.fields.some((field) => field.key === metric && vocabulary.isTemporal(field)) &&
  !quantifying.has(superlative.words[0]) &&
  !superlative.hints.some(([hint]) => hint === 'date')

/** A field whose values can be ranked as groups. */
const isGroup = ({ field }: FieldMention): boolean => field.numericCount < field.count

const rankingWords = wordSet('top bottom rank ranked ranking sort sorted ordered')

/** "top", "ranked" and, of counts, "number". */
const rankingAt = ({ words, mentioned }: ParsedQuestion, isOfCounts: boolean): readonly number[] =>
  words.flatMap(({ key }, at) =>
    !mentioned.has(at) && (rankingWords.has(key) || (isOfCounts && (key === 'number' || key === 'count'))) ? [at] : [],
  )

const textFrom = ({ words }: ParsedQuestion, from: number): string =>
  ` ${words
    .slice(from, from + 2)
    .map(({ key }) => key)
    .join(' ')} `

/** "the largest order total": the order's total, not the largest order. */
function isModifier({ from, to }: FieldMention, { end }: PlacedSuperlative, named: FieldMention | undefined): boolean {
  return named !== undefined && from >= end && to === named.from
}

/** "What is the highest price?" asks for the price; "what is the most expensive product?" and "which has …" for the record. */
function asksForValue({ words, fields }: ParsedQuestion, { at, end }: PlacedSuperlative, named: FieldMention): boolean {
  const isNoun = (word: string) => anyRecordNouns.has(word) || collectionNouns.has(word)
  const before = words.slice(0, at).map(({ key }) => key)
  if (before.some((word) => word === 'which' || word === 'who' || word === 'whose')) return false
  if (before.some((word) => ['with', 'has', 'have', 'having'].includes(word) || isNoun(word))) return false
  if (named.from < end || fields.some(({ to }) => to <= at)) return false
  // "the latest ticket by date"
  const isModified = (place: number) => fields.some(({ from, to }) => from <= place && place < to)
  if (!words.slice(end, named.from).every((_, offset) => isModified(end + offset))) return false
  // "the highest price product"
  return !isNoun(words[named.to]?.key ?? '') && !fields.some(({ from }) => from === named.to)
}

/** Several records share a value of the field, so its values form groups. */
function repeats({ field }: FieldMention, { table, rows }: RecordSet): boolean {
  const column = table.column(field.key)
  if (column === undefined) return false
  return new Set(rows.map((row) => column.codeAt(row)).filter((code) => code >= 0)).size < field.count
}
