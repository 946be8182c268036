import type { Criterion } from '../../collection/criteria.js'
import { type PlacedWord, range, wordSet, wordsIn } from '../../phrases.js'
import type { RecordSet } from '../../records/record-table.js'
import { openWords } from './account.js'
import { unitsInBounds } from './bound-units.js'
import { amountAt, findBounds } from './bounds.js'
import { anyRecordNouns, type Superlative, superlatives } from './lexicon.js'
import { type FieldMention, findMentions, type KindMention, type ValueMention } from './mentions.js'
import { findFlags, findPlainNumbers, findPresence, mergeCriteria, valueCriteria } from './question-criteria.js'
import { type KindPlace, placeNoun } from './record-kind.js'
import { findScope } from './scope.js'
import { preferTitle } from './titles.js'
import { createVocabulary, type Vocabulary } from './vocabulary.js'

/** A parsed question: the criteria for the records, and the words that say what is asked about them. */
export interface ParsedQuestion {
  readonly words: readonly PlacedWord[]
  /** The records that the question is about: those of its noun, else all. */
  readonly records: RecordSet
  /** The kind of records that a noun of the question means. */
  readonly kind: KindPlace | undefined
  /** The keys of the words, separated and surrounded by single spaces, for patterns over several words. */
  readonly text: string
  /** The same without the words of bounds: "more than 5" is not a comparison of two groups. */
  readonly unbounded: string
  readonly vocabulary: Vocabulary
  /** All criteria of the question; the values of one field form one criterion. */
  readonly criteria: readonly Criterion[]
  readonly values: readonly ValueMention[]
  readonly kinds: readonly KindMention[]
  /** Field mentions that no criterion uses. */
  readonly fields: readonly FieldMention[]
  /** Positions of words that belong to a field, a value or a bound. */
  readonly mentioned: ReadonlySet<number>
  /** Positions of the words of bounds. */
  readonly bounding: ReadonlySet<number>
  /** GWT19: positions of the words that have a place in the criteria or name the records. */
  readonly placed: ReadonlySet<number>
  /** Positions of fields that a criterion uses. */
  readonly placedFields: ReadonlySet<number>
  /** Positions of nouns for the records. */
  readonly placedNouns: ReadonlySet<number>
  /** A noun of the question names the records, of a kind or any. */
  readonly namesRecords: boolean
  /** Positions of numbers that no criterion uses: "the 2 employees with …". */
  readonly numbers: readonly number[]
}

export function parseQuestion(question: string, records: RecordSet): ParsedQuestion {
  const words = wordsIn(question)
  const parsed = parseIn(words, records, undefined, [])
  const places = openWords(parsed, []).flatMap((at) => {
    const place = parsed.mentioned.has(at) ? undefined : placeNoun(words[at], records)
    return place === undefined ? [] : [{ at, place }]
  })
  // A second kind of records has no place in a plan over one.
  const [first] = places
  if (first === undefined) return parsed
  const nouns = places.filter(({ place }) => place.noun === first.place.noun).map(({ at }) => at)
  return parseIn(words, first.place.records, first.place, nouns)
}

function parseIn(
  words: readonly PlacedWord[],
  records: RecordSet,
  kind: KindPlace | undefined,
  nouns: readonly number[],
): ParsedQuestion {
  const whole = createVocabulary(records)
  const found = findMentions(words, whole)
  const isNoun = ({ from, to }: Span) => nouns.some((at) => from <= at && at < to)
  const isAsked = ({ from, to }: Span) => to === from + 1 && asksForTotal(words, from, found.fields)
  const fields = found.fields.filter((mention) => !isNoun(mention) && !isAsked(mention))
  const kinds = found.kinds.filter((mention) => !isNoun(mention))
  const phrases = superlativePhrases(words, whole)
  const named = found.values.filter((value) => !phrases.has(value.from) && !nouns.includes(value.from))
  const scope = findScope(words, named, kinds, records)
  const vocabulary = { ...whole, fields: scope.fields }
  const bounds = findBounds(words, fields, scope.fields, named.filter(({ from, to }) => to > from + 1).flatMap(wordsOf))
  const bounding = new Set(bounds.flatMap((bound) => bound.words))
  const values = named
    // "after 2025-01-02" is a bound, even if a record has this very date as a value.
    .filter((value) => !wordsOf(value).every((at) => bounding.has(at)))
    .map((value) => preferTitle({ ...value, fields: scope.fieldsOf(value) }, records))
  const plainNumbers = findPlainNumbers(words, vocabulary, bounding)
  const presence = findPresence(words, fields)
  const valueFields = new Set(values.map(({ fieldMention }) => fieldMention))
  const flags = findFlags(
    words,
    fields.filter((mention) => !valueFields.has(mention)),
    vocabulary,
  )
  const stated = valueCriteria(words, values)

  const used = new Set<FieldMention | undefined>([
    ...values.map(({ fieldMention }) => fieldMention),
    ...bounds.map(({ field }) => field),
    ...presence.map(({ mention }) => mention),
    ...flags.map(({ mention }) => mention),
  ])
  const mentioned = new Set<number>([
    ...[...fields, ...values, ...kinds].flatMap(wordsOf),
    ...values.flatMap(({ verb }) => verb),
    ...bounding,
    ...plainNumbers.map(({ at }) => at),
    ...presence.map(({ at }) => at),
  ])
  const keys = words.map(({ key }) => key)
  const units = unitsInBounds(words, bounds, records)
  const placed = new Set<number>([
    ...nouns,
    ...genericNouns(words),
    ...[...values, ...kinds].flatMap(wordsOf),
    ...[...used].flatMap((mention) => (mention === undefined ? [] : wordsOf(mention))),
    ...values.flatMap(({ verb, links }) => [...verb, ...links]),
    ...stated.placed,
    ...bounding,
    ...units.placed,
    ...plainNumbers.map(({ at }) => at),
    ...presence.map(({ at }) => at),
    ...flags.flatMap(({ negation }) => negation),
  ])
  for (const at of units.open) placed.delete(at)
  return {
    words,
    records,
    kind,
    text: ` ${keys.join(' ')} `,
    unbounded: ` ${keys.filter((_, at) => !bounding.has(at)).join(' ')} `,
    vocabulary,
    criteria: mergeCriteria([
      ...stated.criteria,
      ...bounds.map(({ criterion }) => criterion),
      ...plainNumbers.map(({ criterion }) => criterion),
      ...presence.map(({ criterion }) => criterion),
      ...flags.map(({ criterion }) => criterion),
      ...kinds.map(({ kind }): Criterion => ({ field: kind.key, test: 'present', values: [] })),
    ]),
    values,
    kinds,
    fields: fields.filter((mention) => !used.has(mention)),
    mentioned,
    bounding,
    placed,
    placedFields: new Set([...used].flatMap((mention) => (mention === undefined ? [] : wordsOf(mention)))),
    placedNouns: new Set(nouns),
    namesRecords: nouns.length > 0 || kinds.length > 0 || genericNouns(words).length > 0,
    numbers: keys.flatMap((_, at) => (!mentioned.has(at) && amountAt(words, at) !== undefined ? [at] : [])),
  }
}

const totals = wordSet('total sum average count')

/** "the total rating", "the total number of orders" ask for a sum and a count, even if a field is called "total". */
const asksForTotal = (words: readonly PlacedWord[], at: number, fields: readonly FieldMention[]): boolean =>
  totals.has(words[at].key) &&
  (fields.some(({ from }) => from === at + 1) || words[at + 1]?.key === 'number' || words[at - 1]?.key === 'in')

interface Span {
  readonly from: number
  readonly to: number
}

/** Nouns for any records: "items", "which one", "my list". */
function genericNouns(words: readonly PlacedWord[]): readonly number[] {
  return words.flatMap(({ key }, at) => {
    const before = words[at - 1]?.key ?? ''
    if (anyRecordNouns.has(key)) return [at]
    if ((key === 'one' || key === 'ones') && ['which', 'the', 'what'].includes(before)) return [at]
    return (key === 'list' || key === 'sheet') && ['my', 'our', 'the', 'this'].includes(before) ? [at] : []
  })
}

const wordsOf = ({ from, to }: { readonly from: number; readonly to: number }): readonly number[] => range(from, to)

/** Positions of phrases such as "best paid" that imply a field: there "paid" is not the status of an invoice. */
function superlativePhrases(words: readonly PlacedWord[], { fields }: Vocabulary): ReadonlySet<number> {
  const isMeant = ({ hints }: Superlative) =>
    hints.some(([hint]) => fields.some(({ key }) => key.split(' ').includes(hint)))
  const phrases = superlatives.filter((each) => each.words.length > 1 && isMeant(each))
  return new Set(
    words.flatMap((_, from) =>
      phrases
        .filter((phrase) => phrase.words.every((word, offset) => words[from + offset]?.key === word))
        .flatMap((phrase) => range(from, from + phrase.words.length)),
    ),
  )
}
