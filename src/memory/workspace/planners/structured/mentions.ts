import { stopWords } from '../../../recall/stop-words.js'
import { type PlacedWord, singularForms } from '../../phrases.js'
import { parseDecimal } from '../../records/decimal.js'
import type { FieldSummary } from '../../records/fields.js'
import { functionWords, linkWords } from './lexicon.js'
import type { Vocabulary } from './vocabulary.js'

/** Words from `from` up to, without, `to`. */
interface Span {
  readonly from: number
  readonly to: number
}

export interface FieldMention extends Span {
  readonly field: FieldSummary
}

export interface ValueMention extends Span {
  readonly text: string
  /** Keys of the fields that have it; the one that the question names beside it, if it does. */
  readonly fields: readonly string[]
  /** The mention of its field, when that says nothing else. */
  readonly beside: FieldMention | undefined
}

export interface Mentions {
  readonly fields: readonly FieldMention[]
  readonly values: readonly ValueMention[]
}

const hasLetter = /[\p{L}\p{N}]/u
const longestValue = 8
const longestField = 4

/** Fields and values that the question names, longest first, left to right; no word belongs to two. */
export function findMentions(words: readonly PlacedWord[], vocabulary: Vocabulary): Mentions {
  const fields: FieldMention[] = []
  const values: Omit<ValueMention, 'beside'>[] = []
  for (let from = 0; from < words.length; ) {
    const found = mentionAt(words, from, vocabulary)
    if (found === undefined) from++
    else {
      if ('field' in found) fields.push(found)
      else values.push(found)
      from = found.to
    }
  }
  const placed = values.map((value) => besideField(value, fields, words))
  return { fields, values: placed.filter((value) => value.beside !== undefined || !isFunctionWord(value, words)) }
}

function mentionAt(
  words: readonly PlacedWord[],
  from: number,
  vocabulary: Vocabulary,
): FieldMention | Omit<ValueMention, 'beside'> | undefined {
  for (let to = Math.min(words.length, from + longestValue); to > from; to--) {
    // Signs between words belong to bounds.
    if (!hasLetter.test(words[from].key) || !hasLetter.test(words[to - 1].key)) continue
    if (words.slice(from, to - 1).some(({ endsClause, isPossessive }) => endsClause || isPossessive)) continue
    const text = words
      .slice(from, to)
      .map(({ surface }) => surface)
      .join(' ')
    // Numbers count only beside a field or a bound.
    if (parseDecimal(text) !== undefined) continue
    const isSingle = to === from + 1
    const field = to - from <= longestField ? vocabulary.findField(text) : undefined
    const isPlainField =
      field !== undefined && !(isSingle && (stopWords('en').has(words[from].key) || isCounting(words, from)))
    const withValue = vocabulary.fieldsWithValue(text)
    // A name in capitals is a value, even where a field is called so, too.
    const isName =
      withValue.length > 0 && isPlainField && from > 0 && /^\p{Lu}/u.test(text) && !/^\p{Lu}/u.test(field.name)
    if (isPlainField && !isName) return { from, to, field }
    if (withValue.length > 0) return { from, to, text, fields: withValue }
    const singular = singularOf(text)
    const withSingular = singular === undefined ? [] : vocabulary.fieldsWithValue(singular)
    if (singular !== undefined && withSingular.length > 0) return { from, to, text: singular, fields: withSingular }
  }
  return undefined
}

/** "the number of lamps" and "count the lamps" ask, even where a field is called so. */
function isCounting(words: readonly PlacedWord[], at: number): boolean {
  const [key, next] = [words[at].key, words[at + 1]?.key]
  return (key === 'number' || key === 'count') && (next === 'of' || (at === 0 && key === 'count'))
}

/** "lamps" for the value lamp; undefined when it is no plural. */
function singularOf(text: string): string | undefined {
  const cut = text.lastIndexOf(' ') + 1
  const [, singular] = singularForms(text.slice(cut).toLowerCase())
  return singular === undefined ? undefined : text.slice(0, cut) + singular
}

const behindValue: ReadonlySet<string> = new Set(['as', 'the', 'its', 'their'])

/** "region North", "region is North", "the North region", "North as region". */
function besideField(
  value: Omit<ValueMention, 'beside'>,
  fields: readonly FieldMention[],
  words: readonly PlacedWord[],
): ValueMention {
  const beside = fields.find(({ field, from, to }) => {
    if (!value.fields.includes(field.key)) return false
    if (from >= value.to && words.slice(value.to, from).every(({ key }) => behindValue.has(key))) return true
    return to <= value.from && words.slice(to, value.from).every(({ key }) => linkWords.has(key))
  })
  return beside === undefined ? { ...value, beside } : { ...value, fields: [beside.field.key], beside }
}

/** "in", "most", "us" say something else, unless a field stands beside them or they are written as a name: "US". */
function isFunctionWord({ from, to }: Span, words: readonly PlacedWord[]): boolean {
  if (to - from > 1) return false
  const { key, surface } = words[from]
  return (stopWords('en').has(key) || functionWords.has(key)) && !/^\p{Lu}{2,}$/u.test(surface)
}
