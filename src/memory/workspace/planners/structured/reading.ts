import { stopWords } from '../../../recall/stop-words.js'
import type { Criterion } from '../../collection/criteria.js'
import { type PlacedWord, wordsIn } from '../../phrases.js'
import { parseDecimal } from '../../records/decimal.js'
import type { RecordSet } from '../../records/record-table.js'
import { amountAt, findBounds, hintedField } from './bounds.js'
import { anyRecordNouns, collectionNouns, functionWords, negations, superlatives } from './lexicon.js'
import { type FieldMention, findMentions, type ValueMention } from './mentions.js'
import { createVocabulary, type Vocabulary } from './vocabulary.js'

/** A question taken apart: what it says about which records, and what is left to say what is wanted of them. */
export interface Reading {
  readonly words: readonly PlacedWord[]
  /** The words' keys between single blanks, for patterns over several words. */
  readonly text: string
  readonly vocabulary: Vocabulary
  /** Every criterion that the words name, values of one field together. */
  readonly criteria: readonly Criterion[]
  readonly values: readonly ValueMention[]
  /** Mentions that no criterion has used. */
  readonly fields: readonly FieldMention[]
  /** Words that say something which nothing here explains. */
  readonly unexplained: readonly number[]
  /** Numbers that no criterion has used: "the 2 employees with …". */
  readonly numbers: readonly number[]
}

export function readQuestion(question: string, records: RecordSet): Reading {
  const words = wordsIn(question)
  const vocabulary = createVocabulary(records)
  const { fields, values: named } = findMentions(words, vocabulary)
  const bounds = findBounds(words, fields, vocabulary.fields)
  const bounding = new Set(bounds.flatMap((bound) => bound.words))
  // "after 2025-01-02", where a record has that very day.
  const values = named.filter((value) => !wordsOf(value).every((at) => bounding.has(at)))
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
  const explained = new Set<number>([
    ...fields.flatMap(wordsOf),
    ...values.flatMap(wordsOf),
    ...bounds.flatMap((bound) => bound.words),
    ...inYears.map(({ at }) => at),
    ...presence.map(({ at }) => at),
  ])
  return {
    words,
    text: ` ${words.map(({ key }) => key).join(' ')} `,
    vocabulary,
    criteria: merge([
      ...alternatives(values).map(([first, ...others]): Criterion => {
        const test = isNegated(words, first.beside?.from ?? first.from, first.from) ? 'is_not' : 'is'
        // Of several fields that have it, any will do.
        const field = first.fields.length === 1 ? first.fields[0] : null
        return { field, test, values: [first, ...others].map(({ text }) => text) }
      }),
      ...bounds.map(({ criterion }) => criterion),
      ...inYears.map(({ criterion }) => criterion),
      ...presence.map(({ criterion }) => criterion),
      ...flags.map(({ criterion }) => criterion),
    ]),
    values,
    fields: fields.filter((mention) => !used.has(mention)),
    unexplained: words.flatMap((word, at) => (explained.has(at) || saysNothing(word, vocabulary) ? [] : [at])),
    numbers: words.flatMap((_, at) => (!explained.has(at) && amountAt(words, at) !== undefined ? [at] : [])),
  }
}

const wordsOf = ({ from, to }: { readonly from: number; readonly to: number }): readonly number[] =>
  Array.from({ length: to - from }, (_, offset) => from + offset)

/** "in Prague or Oslo", where several fields have such values: the two belong together. */
function alternatives(values: readonly ValueMention[]): readonly (readonly [ValueMention, ...ValueMention[]])[] {
  const groups: [ValueMention, ...ValueMention[]][] = []
  for (const value of values) {
    const group = groups.find(
      ([first]) => first.fields.length > 1 && first.fields.some((field) => value.fields.includes(field)),
    )
    if (group === undefined) groups.push([value])
    else group.push(value)
  }
  return groups
}

/** Values of one field are alternatives: nothing is in North and in South. */
function merge(criteria: readonly Criterion[]): readonly Criterion[] {
  const merged = new Map<string, Criterion>()
  for (const criterion of criteria) {
    const { field, test, values } = criterion
    const isMergeable = field !== null && (test === 'is' || test === 'is_not')
    const key = isMergeable ? `${test} ${field}` : `${merged.size}`
    const before = merged.get(key)
    merged.set(
      key,
      before === undefined ? criterion : { ...before, values: [...new Set([...before.values, ...values])] },
    )
  }
  return [...merged.values()]
}

function isNegated(words: readonly PlacedWord[], from: number, to: number): boolean {
  for (let at = Math.max(0, from - 3); at < to; at++) {
    if (negations.has(words[at].key)) return !words.slice(at, to).some(({ endsClause }) => endsClause)
    if (words[at].key === 'other' && words[at + 1]?.key === 'than') return true
  }
  return false
}

/** "in 2024": a number that one field has, and that a preposition makes a place or a time. */
function findPlainNumbers(words: readonly PlacedWord[], { fieldsWithValue }: Vocabulary, taken: ReadonlySet<number>) {
  return words.flatMap(({ surface }, at) => {
    const before = words[at - 1]?.key ?? ''
    if (taken.has(at) || !['in', 'during', 'from', 'for'].includes(before) || parseDecimal(surface) === undefined)
      return []
    const fields = fieldsWithValue(surface)
    if (fields.length !== 1) return []
    return [{ at, criterion: { field: fields[0], test: 'is', values: [surface] } satisfies Criterion }]
  })
}

const absence: ReadonlySet<string> = new Set(['no', 'without', 'missing', 'lacking', 'lack', 'lacks'])

/** "without a discount", "have no owner", "missing an email". */
function findPresence(words: readonly PlacedWord[], fields: readonly FieldMention[]) {
  return fields.flatMap((mention) => {
    const at = ['a', 'an', 'any', 'the'].includes(words[mention.from - 1]?.key ?? '')
      ? mention.from - 2
      : mention.from - 1
    if (!absence.has(words[at]?.key ?? '')) return []
    return [{ at, mention, criterion: { field: mention.field.key, test: 'absent', values: [] } satisfies Criterion }]
  })
}

/** "are remote", "remote employees", "not remote": a field that says yes or no. */
function findFlags(words: readonly PlacedWord[], fields: readonly FieldMention[], vocabulary: Vocabulary) {
  return fields.flatMap((mention) => {
    const before = words[mention.from - 1]?.key ?? ''
    if (!vocabulary.isBoolean(mention.field) || ['per', 'by', 'each', 'the', 'what'].includes(before)) return []
    const values = isNegated(words, mention.from, mention.from) ? ['false', 'no'] : ['true', 'yes']
    return [{ mention, criterion: { field: mention.field.key, test: 'is', values } satisfies Criterion }]
  })
}

const superlativeWords: ReadonlySet<string> = new Set(superlatives.flatMap(({ words }) => words))

function saysNothing(word: PlacedWord, { fields }: Vocabulary): boolean {
  const { key } = word
  if (hintedField(key, fields) !== undefined) return true
  if (stopWords('en').has(key) || functionWords.has(key) || superlativeWords.has(key) || negations.has(key)) return true
  return anyRecordNouns.has(key) || collectionNouns.has(key) || amountAt([word], 0) !== undefined
}
