import type { Aggregate } from '../../collection/quantity.js'
import type { CollectionOperation, CollectionRequest } from '../../collection/request.js'
import type { RecordSet } from '../../records/record-table.js'
import { amountAt, firstHinted, hintedField } from './bounds.js'
import { anyRecordNouns, collectionNouns, type Superlative, superlatives } from './lexicon.js'
import type { FieldMention } from './mentions.js'
import { type Reading, readQuestion } from './reading.js'

/** What a question asks of the records. */
export interface Interpretation {
  readonly request: CollectionRequest
  /** The answer is how many distinct values there are, not which. */
  readonly countsDistinct: boolean
}

/** How many records a list shows, and a "top" without a number. */
const mostShown = 50
const topWithoutNumber = 5

/**
 * GWT6: the question as an operation on records, found by the fields and values that it names. Undefined when it asks
 * something else, or says something that the records do not know: an answer that ignores half of the question is wrong.
 */
export function interpretQuestion(question: string, records: RecordSet): Interpretation | undefined {
  if (records.rows.length === 0) return undefined
  const reading = readQuestion(question, records)
  const meant =
    comparison(reading) ?? ranking(reading, records) ?? totals(reading) ?? counting(reading) ?? listing(reading)
  if (meant === undefined || !isCovered(reading, meant)) return undefined
  return meant
}

const request = (operation: CollectionOperation, { criteria }: Reading, more: Partial<CollectionRequest> = {}) => ({
  operation,
  criteria,
  metric: null,
  k: mostShown,
  order: 'highest' as const,
  groupField: null,
  groups: null,
  aggregate: 'count' as const,
  ...more,
})

const interpretation = (request: CollectionRequest, countsDistinct = false): Interpretation => ({
  request,
  countsDistinct,
})

// Comparing

const comparing = / (?:compare|comparison|compared|versus|vs|difference|differ|than) /
const whichOfTwo =
  / (?:which|who|what|does|do|is|are|did|has|have) .*(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger|better|cheaper|older|younger|longer|shorter|heavier|most|least|fewest|highest|lowest|cheapest) .*or /

/** "compare North with South", "which has the higher price, Lamp or Desk?" */
function comparison(reading: Reading): Interpretation | undefined {
  if (!comparing.test(reading.text) && !whichOfTwo.test(reading.text)) return undefined
  const common = reading.values.flatMap(({ fields }) => fields).find((field) => valuesOf(reading, field).length === 2)
  if (common === undefined) return undefined
  const [a, b] = valuesOf(reading, common)
  const metric = metricOf(reading)
  const criteria = reading.criteria.filter(
    ({ field, values }) =>
      !(field === common || (field === null && values.some((value) => value === a || value === b))),
  )
  return interpretation(
    request('compare', reading, {
      criteria,
      metric,
      groupField: common,
      groups: [a, b],
      aggregate: metric === null ? 'count' : (aggregateWord(reading) ?? 'average'),
    }),
  )
}

const valuesOf = ({ values }: Reading, field: string): readonly string[] => [
  ...new Set(values.filter(({ fields }) => fields.includes(field)).map(({ text }) => text)),
]

// Ranking

/** "top 3 by price", "which region has the highest average price", "the cheapest lamp", "what is the lowest price". */
function ranking(reading: Reading, records: RecordSet): Interpretation | undefined {
  const found = findSuperlative(reading)
  if (found === undefined) return undefined
  const { superlative, at, end } = found
  const hint = superlative.hints.length === 0 ? undefined : hintedMetric(superlative, reading)
  const named = metricMention(reading, end)
  const metric = named?.field.key ?? hint?.key ?? null
  const order = named === undefined ? (hint?.order ?? superlative.order) : superlative.order
  const others = reading.fields.filter((mention) => mention !== named)
  const perField = groupAfter(reading, others, ['per', 'each', 'every'])
  const aggregate = aggregateWord(reading)
  const count = amountBeside(reading, at, end)

  if (perField !== undefined && metric !== null) {
    const operation = order === 'highest' ? 'max' : 'min'
    return interpretation(request(operation, reading, { metric, groupField: perField.field.key }))
  }
  const group = others.find(({ field }) => field.numericCount < field.count)
  const ranksGroups =
    group !== undefined && (metric === null || aggregate !== undefined || repeats(group, reading, records))
  if (group !== undefined && ranksGroups) {
    const plain = order === 'highest' ? 'max' : 'min'
    const isMost = ['most', 'least', 'fewest', 'top'].includes(superlative.words[0])
    const groupAggregate: Aggregate = metric === null ? 'count' : (aggregate ?? (isMost ? 'sum' : plain))
    return interpretation(
      request('top_k', reading, {
        metric,
        groupField: group.field.key,
        aggregate: groupAggregate,
        order,
        k: count ?? (superlative.words[0] === 'top' ? topWithoutNumber : 1),
      }),
    )
  }
  if (metric === null) return undefined
  const isValue = count === undefined && named?.from === end && group === undefined && asksForValue(reading, at)
  if (isValue) return interpretation(request(order === 'highest' ? 'max' : 'min', reading, { metric }))
  const k = count ?? (superlative.words[0] === 'top' ? topWithoutNumber : 1)
  return interpretation(request('top_k', withPresence(reading, group), { metric, order, k }))
}

const top: Superlative = { words: ['top'], order: 'highest', hints: [] }
const bottom: Superlative = { words: ['bottom'], order: 'lowest', hints: [] }

function findSuperlative({ words, values }: Reading) {
  const isValue = (at: number) => values.some(({ from, to }) => from <= at && at < to)
  for (let at = 0; at < words.length; at++) {
    if (isValue(at) || ['at'].includes(words[at - 1]?.key ?? '')) continue
    const superlative = superlatives.find(({ words: phrase }) =>
      phrase.every((word, offset) => words[at + offset]?.key === word),
    )
    if (superlative !== undefined) return { superlative, at, end: at + superlative.words.length }
    if (words[at].key === 'top' || words[at].key === 'bottom') {
      const rank = words[at].key === 'top' ? top : bottom
      const isCounted = amountAt(words, at + 1) !== undefined
      const after = at + (isCounted ? 2 : 1)
      // "top 3 cheapest" is about the cheapest.
      const inner = superlatives.find(({ words: phrase }) =>
        phrase.every((word, offset) => words[after + offset]?.key === word),
      )
      if (inner !== undefined) return { superlative: inner, at: after, end: after + inner.words.length }
      return { superlative: rank, at, end: after }
    }
  }
  return undefined
}

function hintedMetric({ hints }: Superlative, { vocabulary }: Reading) {
  for (const [hint, order] of hints) {
    const key = firstHinted([hint], vocabulary.fields)
    if (key !== undefined) return { key, order }
  }
  // Whatever the date is called.
  const temporal = hints.some(([hint]) => hint === 'date') ? vocabulary.fields.filter(vocabulary.isTemporal) : []
  const order = hints.find(([hint]) => hint === 'date')?.[1]
  return temporal.length === 1 && order !== undefined ? { key: temporal[0].key, order } : undefined
}

/** "the 3 cheapest", "top 3". */
function amountBeside({ words }: Reading, at: number, end: number): number | undefined {
  const amount = [at - 1, at + 1, end - 1]
    .map((place) => (place === at ? undefined : amountAt(words, place)))
    .find(isWholeNumber)
  return amount === undefined ? undefined : Number(amount)
}

const isWholeNumber = (amount: string | undefined): amount is string =>
  amount !== undefined && /^[1-9]\d{0,3}$/.test(amount)

/** "What is the highest price?" wants the price, "what is the most expensive product?" and "which has …" whose it is. */
function asksForValue({ words }: Reading, at: number): boolean {
  const before = words.slice(0, at).map(({ key }) => key)
  if (before.some((word) => ['which', 'who', 'whose', 'with', 'has', 'have', 'having'].includes(word))) return false
  return !before.some((word) => anyRecordNouns.has(word) || collectionNouns.has(word))
}

/** Several records share a value of the field, so that it makes groups. */
function repeats({ field }: FieldMention, { vocabulary }: Reading, { table, rows }: RecordSet): boolean {
  const column = table.column(field.key)
  const count = vocabulary.fields.find(({ key }) => key === field.key)?.count ?? 0
  return column !== undefined && new Set(rows.map((row) => column.codeAt(row)).filter((code) => code >= 0)).size < count
}

// Sums and averages

/** "average price per region", "total sales in North", "how much did North sell". */
function totals(reading: Reading): Interpretation | undefined {
  const { text } = reading
  const aggregate = aggregateWord(reading)
  if (aggregate === undefined || / (?:number|count) of /.test(text)) return undefined
  const after = reading.words.findIndex(({ key }) => aggregateWords[key] === aggregate) + 1
  const named = metricMention(reading, after)
  const metric = named?.field.key ?? soleNumericField(reading)
  if (metric === undefined) return undefined
  const group = groupAfter(
    reading,
    reading.fields.filter((mention) => mention !== named),
    ['per', 'each', 'every', 'by'],
  )
  const rest = reading.fields.filter((mention) => mention !== named && mention !== group)
  return interpretation(
    request(aggregate, withPresence(reading, rest[0]), { metric, groupField: group?.field.key ?? null }),
  )
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
}

function aggregateWord({ words, values }: Reading): 'average' | 'sum' | undefined {
  const isValue = (at: number) => values.some(({ from, to }) => from <= at && at < to)
  const found = words.find(({ key }, at) => Object.hasOwn(aggregateWords, key) && !isValue(at))
  return found === undefined ? undefined : aggregateWords[found.key]
}

// Counting

/** "how many in North", "how many different regions", "how many units did North sell". */
function counting(reading: Reading): Interpretation | undefined {
  const asked = / (?:how many|number of|count of|count|how often) /.exec(reading.text)
  if (asked === null) return undefined
  const head = headField(reading, asked.index + asked[0].length)
  const group = groupAfter(
    reading,
    reading.fields.filter((mention) => mention !== head),
    ['per', 'each', 'every', 'by'],
  )
  const groupField = group?.field.key ?? null
  if (head === undefined) return interpretation(request('count', reading, { groupField }))
  const isNumeric = head.field.numericCount > 0 && head.field.numericCount === head.field.count
  if (isNumeric && head.field.key !== 'id' && !isDistinct(reading)) {
    return interpretation(request('sum', reading, { metric: head.field.key, groupField }))
  }
  if (groupField !== null) return interpretation(request('count', withPresence(reading, head), { groupField }))
  return interpretation(request('distinct', reading, { metric: head.field.key }), true)
}

const isDistinct = ({ text }: Reading): boolean => / (?:distinct|different|unique|separate) /.test(text)

/** The field that is counted or listed: named right behind the words that ask. */
function headField({ text, words, fields }: Reading, textAt: number): FieldMention | undefined {
  let at = text.slice(0, textAt).trim().split(' ').length
  while (
    [
      'all',
      'the',
      'of',
      'distinct',
      'different',
      'unique',
      'separate',
      'our',
      'my',
      'me',
      'us',
      'available',
      'known',
    ].includes(words[at]?.key ?? '')
  )
    at++
  return fields.find(({ from }) => from === at)
}

// Listing

/** "list the lamps in North", "which regions …", "what is the price of the Lamp?" */
function listing(reading: Reading): Interpretation | undefined {
  const asked =
    /^ (?:please )?(?:can you |could you )?(?:list|show|give|find|display|enumerate|name|get|fetch|return|tell|which|what|what's|whats|who|whose|when|where|how much|how old|how tall|how heavy|how long|are there|is there) /.exec(
      reading.text,
    )
  if (asked === null) return undefined
  const head = headField(reading, asked[0].length)
  const isWhich = / (?:list|show|give|which|what|name|enumerate|display|get|find|fetch|return|who) $/.test(asked[0])
  const isLookup = reading.criteria.some(({ test }) => test === 'is')
  const isPlural = head !== undefined && /s$/.test(reading.words[head.to - 1].key)
  if (head !== undefined && isWhich && (isPlural || !isLookup || isDistinct(reading))) {
    return interpretation(request('distinct', reading, { metric: head.field.key }))
  }
  const hinted = reading.words
    .map(({ key }) => hintedField(key, reading.vocabulary.fields))
    .find((key) => key !== undefined)
  const metric = reading.fields.at(0)?.field.key ?? (/^ (?:how|what) /.test(reading.text) ? hinted : undefined)
  if (metric !== undefined && isLookup) return interpretation(request('filter', reading, { metric }))
  if (reading.fields.length > 0 && isDistinct(reading)) {
    return interpretation(request('distinct', reading, { metric: reading.fields[0].field.key }))
  }
  return reading.criteria.length === 0 ? undefined : interpretation(request('filter', reading))
}

// What the operations share

/** The numeric field that is meant: named behind the place, else after "by", else anywhere. */
function metricMention({ fields, words, vocabulary }: Reading, from: number): FieldMention | undefined {
  const numeric = fields.filter(({ field }) => vocabulary.isMeasurable(field))
  const behind = numeric.find((mention) => mention.from >= from && mention.from - from <= 3)
  return behind ?? numeric.find((mention) => words[mention.from - 1]?.key === 'by') ?? numeric[0]
}

function metricOf(reading: Reading): string | null {
  const hinted = reading.words
    .map(({ key }) => hintedField(key, reading.vocabulary.fields))
    .find((key) => key !== undefined)
  return metricMention(reading, 0)?.field.key ?? hinted ?? null
}

function soleNumericField({ vocabulary }: Reading): string | undefined {
  const numeric = vocabulary.fields.filter(({ key, numericCount }) => numericCount > 0 && key !== 'id')
  return numeric.length === 1 ? numeric[0].key : undefined
}

/** "per region", "for each region", "by region". */
function groupAfter(
  { words }: Reading,
  fields: readonly FieldMention[],
  markers: readonly string[],
): FieldMention | undefined {
  return fields.find(({ from }) => markers.includes(words[from - 1]?.key ?? ''))
}

/** Records that a question calls by one of their fields ("products") are those that have it. */
function withPresence(reading: Reading, mention: FieldMention | undefined): Reading {
  if (mention === undefined) return reading
  return { ...reading, criteria: [...reading.criteria, { field: mention.field.key, test: 'present', values: [] }] }
}

/** Every word is explained, but for what the records are called: "how many gadgets are in North?" */
function isCovered(reading: Reading, { request }: Interpretation): boolean {
  const { words, unexplained, criteria, fields } = reading
  const saysWhich = criteria.length > 0 || fields.length > 0 || request.metric !== null
  if (unexplained.length === 0) return saysWhich || words.some(({ key }) => anyRecordNouns.has(key))
  if (unexplained.length > 1 || !saysWhich) return false
  // "How many siblings does Bob have?" asks about Bob, not for records of that name.
  return isHeadNoun(reading, unexplained[0]) && !/ (?:does|do|did) .* (?:have|own|need|want) $/.test(reading.text)
}

const askers: ReadonlySet<string> = new Set([
  'many',
  'number',
  'which',
  'what',
  'list',
  'show',
  'count',
  'find',
  'top',
  'bottom',
])
const beforeHead: ReadonlySet<string> = new Set([
  'all',
  'the',
  'of',
  'me',
  'us',
  'my',
  'our',
  'different',
  'distinct',
  'unique',
])

/** It stands right behind the word that asks, but for words that say which: "how many open gadgets", "top 3 gadgets". */
function isHeadNoun({ words, values }: Reading, noun: number): boolean {
  for (let at = noun - 1; at >= 0; at--) {
    const { key } = words[at]
    if (askers.has(key)) return true
    const saysWhich =
      beforeHead.has(key) || values.some(({ from, to }) => from <= at && at < to) || amountAt(words, at) !== undefined
    if (!saysWhich && !superlatives.some((each) => each.words.includes(key))) return false
  }
  return false
}
