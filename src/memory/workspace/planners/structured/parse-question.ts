import { ownEntry } from '../../../../plain-object.js'
import { stopWords } from '../../../recall/text/stop-words.js'
import type { Criterion } from '../../collection/criteria.js'
import { type PlacedWord, range, wordsIn } from '../../phrases.js'
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
import { findFlags, findPlainNumbers, findPresence, mergeCriteria, valueCriteria } from './question-criteria.js'
import { findScope } from './scope.js'
import { createVocabulary, type Vocabulary } from './vocabulary.js'

/** A parsed question: the criteria for the records, and the words that say what is asked about them. */
export interface ParsedQuestion {
  readonly words: readonly PlacedWord[]
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
  /** Positions of content words that nothing explains. */
  readonly unexplained: readonly number[]
  /** Positions of numbers that no criterion uses: "the 2 employees with …". */
  readonly numbers: readonly number[]
}

export function parseQuestion(question: string, records: RecordSet): ParsedQuestion {
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
    // "after 2025-01-02" is a bound, even if a record has this very date as a value.
    .filter((value) => !wordsOf(value).every((at) => bounding.has(at)))
    .map((value) => ({ ...value, fields: scope.fieldsOf(value) }))
  const plainNumbers = findPlainNumbers(words, vocabulary, bounding)
  const presence = findPresence(words, fields)
  const valueFields = new Set(values.map(({ fieldMention }) => fieldMention))
  const flags = findFlags(
    words,
    fields.filter((mention) => !valueFields.has(mention)),
    vocabulary,
  )

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
  const isExplained = (at: number) =>
    mentioned.has(at) || phrases.has(at) || hasNoContent(words[at], vocabulary, values)
  return {
    words,
    text: ` ${keys.join(' ')} `,
    unbounded: ` ${keys.filter((_, at) => !bounding.has(at)).join(' ')} `,
    vocabulary,
    criteria: mergeCriteria([
      ...valueCriteria(words, values),
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
    unexplained: keys.flatMap((_, at) => (isExplained(at) ? [] : [at])),
    numbers: keys.flatMap((_, at) => (!mentioned.has(at) && amountAt(words, at) !== undefined ? [at] : [])),
  }
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

const superlativeWords: ReadonlySet<string> = new Set(superlatives.flatMap(({ words }) => words))

function hasNoContent(word: PlacedWord, { fields }: Vocabulary, values: readonly ValueMention[]): boolean {
  const { key } = word
  if (hintedField(key, fields) !== undefined) return true
  // "live in Oslo" needs a field for a residence, not the destination of a parcel.
  const places = ownEntry(placeVerbs, key)
  if (places !== undefined) {
    return values.some((value) => value.fields.some((field) => places.has(field.slice(field.lastIndexOf(' ') + 1))))
  }
  if (stopWords('en').has(key) || functionWords.has(key) || superlativeWords.has(key) || negations.has(key)) return true
  return anyRecordNouns.has(key) || collectionNouns.has(key) || amountAt([word], 0) !== undefined
}
