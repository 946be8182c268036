import { entryOf } from '../../../entry-of.js'
import { stopWords } from '../../../recall/stop-words.js'
import type { Criterion } from '../../collection/criteria.js'
import { type PlacedWord, wordsIn } from '../../phrases.js'
import type { RecordSet } from '../../records/record-table.js'
import { amountAt, findBounds, hintedField } from './bounds.js'
import {
  anyRecordNouns,
  collectionNouns,
  functionWords,
  negations,
  placeVerbs,
  type Superlative,
  superlatives,
} from './lexicon.js'
import { type FieldMention, findMentions, type KindMention, type ValueMention } from './mentions.js'
import { findFlags, findPlainNumbers, findPresence, mergeCriteria, valueCriteria } from './said-criteria.js'
import { findScope } from './scope.js'
import { createVocabulary, type Vocabulary } from './vocabulary.js'

/** A question taken apart: what it says about which records, and what is left to say what is wanted of them. */
export interface Reading {
  readonly words: readonly PlacedWord[]
  /** The words' keys between single blanks, for patterns over several words. */
  readonly text: string
  /** The same without the words of bounds: "more than 5" compares nothing with anything. */
  readonly unbounded: string
  readonly vocabulary: Vocabulary
  /** Every criterion that the words name, values of one field together. */
  readonly criteria: readonly Criterion[]
  readonly values: readonly ValueMention[]
  readonly kinds: readonly KindMention[]
  /** Mentions that no criterion has used. */
  readonly fields: readonly FieldMention[]
  /** Words that are part of a field's or value's name, or of a bound. */
  readonly mentioned: ReadonlySet<number>
  /** Words that say something which nothing here explains. */
  readonly unexplained: readonly number[]
  /** Numbers that no criterion has used: "the 2 employees with …". */
  readonly numbers: readonly number[]
}

export function readQuestion(question: string, records: RecordSet): Reading {
  const words = wordsIn(question)
  const whole = createVocabulary(records)
  const { fields, kinds, values: found } = findMentions(words, whole)
  const phrases = superlativePhrases(words, whole)
  const named = found.filter((value) => !phrases.has(value.from))
  const scope = findScope(words, named, kinds, records)
  const vocabulary = { ...whole, fields: scope.fields }
  const bounds = findBounds(words, fields, scope.fields)
  const bounding = new Set(bounds.flatMap((bound) => bound.words))
  const values = named
    // "after 2025-01-02", where a record has that very day.
    .filter((value) => !wordsOf(value).every((at) => bounding.has(at)))
    .map((value) => ({ ...value, fields: scope.fieldsOf(value) }))
  const inYears = findPlainNumbers(words, vocabulary, bounding)
  const presence = findPresence(words, fields)
  const besideValues = new Set(values.map(({ beside }) => beside))
  const flags = findFlags(
    words,
    fields.filter((mention) => !besideValues.has(mention)),
    vocabulary,
  )

  const used = new Set<FieldMention | undefined>([
    ...values.map(({ beside }) => beside),
    ...bounds.map(({ field }) => field),
    ...presence.map(({ mention }) => mention),
    ...flags.map(({ mention }) => mention),
  ])
  const mentioned = new Set<number>([
    ...[...fields, ...values, ...kinds].flatMap(wordsOf),
    ...values.flatMap(({ verb }) => verb),
    ...bounding,
    ...inYears.map(({ at }) => at),
    ...presence.map(({ at }) => at),
  ])
  const keys = words.map(({ key }) => key)
  const isExplained = (at: number) => mentioned.has(at) || phrases.has(at) || saysNothing(words[at], vocabulary, values)
  return {
    words,
    text: ` ${keys.join(' ')} `,
    unbounded: ` ${keys.filter((_, at) => !bounding.has(at)).join(' ')} `,
    vocabulary,
    criteria: mergeCriteria([
      ...valueCriteria(words, values),
      ...bounds.map(({ criterion }) => criterion),
      ...inYears.map(({ criterion }) => criterion),
      ...presence.map(({ criterion }) => criterion),
      ...flags.map(({ criterion }) => criterion),
      ...kinds.map(({ kind }): Criterion => ({ field: kind.key, test: 'present', values: [] })),
    ]),
    values,
    kinds,
    fields: fields.filter((mention) => !used.has(mention)),
    mentioned,
    unexplained: keys.flatMap((_, at) => (isExplained(at) ? [] : [at])),
    numbers: keys.flatMap((_, at) => (!mentioned.has(at) && amountAt(words, at) !== undefined ? [at] : [])),
  }
}

const wordsOf = ({ from, to }: { readonly from: number; readonly to: number }): readonly number[] =>
  Array.from({ length: to - from }, (_, offset) => from + offset)

/** The words of "best paid" and the like, where a field is meant by it: there "paid" is not what an invoice is. */
function superlativePhrases(words: readonly PlacedWord[], { fields }: Vocabulary): ReadonlySet<number> {
  const isMeant = ({ hints }: Superlative) =>
    hints.some(([hint]) => fields.some(({ key }) => key.split(' ').includes(hint)))
  const phrases = superlatives.filter((each) => each.words.length > 1 && isMeant(each))
  return new Set(
    words.flatMap((_, from) =>
      phrases
        .filter((phrase) => phrase.words.every((word, offset) => words[from + offset]?.key === word))
        .flatMap((phrase) => wordsOf({ from, to: from + phrase.words.length })),
    ),
  )
}

const superlativeWords: ReadonlySet<string> = new Set(superlatives.flatMap(({ words }) => words))

function saysNothing(word: PlacedWord, { fields }: Vocabulary, values: readonly ValueMention[]): boolean {
  const { key } = word
  if (hintedField(key, fields) !== undefined) return true
  // "live in Oslo" is said of a city, not of where a parcel goes.
  const places = entryOf(placeVerbs, key)
  if (places !== undefined) {
    return values.some((value) => value.fields.some((field) => places.has(field.slice(field.lastIndexOf(' ') + 1))))
  }
  if (stopWords('en').has(key) || functionWords.has(key) || superlativeWords.has(key) || negations.has(key)) return true
  return anyRecordNouns.has(key) || collectionNouns.has(key) || amountAt([word], 0) !== undefined
}
