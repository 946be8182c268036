import { stopWords } from '../../../recall/stop-words.js'
import { type PlacedWord, singularForms } from '../../phrases.js'
import { parseDecimal } from '../../records/decimal.js'
import type { FieldSummary } from '../../records/fields.js'
import { isParticiple, wordForms } from '../word-forms.js'
import { functionWords, linkWords, negations } from './lexicon.js'
import type { Vocabulary } from './vocabulary.js'

/** Words from `from` up to, without, `to`. */
interface Span {
  readonly from: number
  readonly to: number
}

export interface FieldMention extends Span {
  readonly field: FieldSummary
}

/** A noun that says of which kind the records are, by the field that only those have. */
export interface KindMention extends Span {
  readonly kind: FieldSummary
}

export interface ValueMention extends Span {
  readonly text: string
  /** Keys of the fields that have it; the one that the question names beside it, if it does. */
  readonly fields: readonly string[]
  /** The mention of its field, when that says nothing else. */
  readonly beside: FieldMention | undefined
  /** The words that name its field by what is done: "assigned to", of an assignee. */
  readonly verb: readonly number[]
}

type FoundValue = Omit<ValueMention, 'beside' | 'verb'>

export interface Mentions {
  readonly fields: readonly FieldMention[]
  readonly values: readonly ValueMention[]
  readonly kinds: readonly KindMention[]
}

const hasLetter = /[\p{L}\p{N}]/u
const longestValue = 8
const longestField = 4

/** Fields and values that the question names, longest first, left to right; no word belongs to two. */
export function findMentions(words: readonly PlacedWord[], vocabulary: Vocabulary): Mentions {
  const fields: FieldMention[] = []
  const values: FoundValue[] = []
  const kinds: KindMention[] = []
  for (let from = 0; from < words.length; ) {
    const found = mentionAt(words, from, vocabulary)
    if (found === undefined) from++
    else {
      if ('field' in found) fields.push(found)
      else if ('kind' in found) kinds.push(found)
      else values.push(found)
      from = found.to
    }
  }
  const placed = values.map((value) => besideField(value, fields, words))
  const told = placed.filter(({ beside, ...span }) => beside !== undefined || !isFunctionWord(span, words))
  return { fields, values: told, kinds }
}

function mentionAt(
  words: readonly PlacedWord[],
  from: number,
  vocabulary: Vocabulary,
): FieldMention | KindMention | FoundValue | undefined {
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
      field !== undefined && !(isSingle && (stopWords('en').has(words[from].key) || isAsking(words, from)))
    const withValue = vocabulary.fieldsWithValue(text)
    // A name in capitals is a value, even where a field is called so, too.
    const isName =
      withValue.length > 0 && isPlainField && from > 0 && /^\p{Lu}/u.test(text) && !/^\p{Lu}/u.test(field.name)
    if (isPlainField && !isName) return { from, to, field }
    if (withValue.length > 0) return { from, to, text, fields: withValue }
    const singular = singularOf(text)
    const withSingular = singular === undefined ? [] : vocabulary.fieldsWithValue(singular)
    if (singular !== undefined && withSingular.length > 0) return { from, to, text: singular, fields: withSingular }
    const kind = isSingle && !stopWords('en').has(words[from].key) ? vocabulary.findKind(text) : undefined
    if (kind !== undefined) return { from, to, kind }
  }
  return undefined
}

const commands: ReadonlySet<string> = new Set(['count', 'name', 'list', 'rank', 'order', 'number', 'total', 'sum'])
const behindCommand: ReadonlySet<string> = new Set(['the', 'all', 'every', 'each', 'me', 'us', 'our', 'my', 'up'])

/** "the number of lamps", "count the lamps", "name the lamp" ask, even where a field is called so. */
function isAsking(words: readonly PlacedWord[], at: number): boolean {
  const [key, next] = [words[at].key, words[at + 1]?.key ?? '']
  if ((key === 'number' || key === 'count') && next === 'of') return true
  return (
    commands.has(key) && behindCommand.has(next) && words.slice(0, at).every((word) => stopWords('en').has(word.key))
  )
}

/** "lamps" for the value lamp; undefined when it is no plural. */
function singularOf(text: string): string | undefined {
  const cut = text.lastIndexOf(' ') + 1
  const [, singular] = singularForms(text.slice(cut).toLowerCase())
  return singular === undefined ? undefined : text.slice(0, cut) + singular
}

const behindValue: ReadonlySet<string> = new Set(['as', 'the', 'its', 'their'])

/** "region North", "region is not North", "the North region", "North as region", "assigned to Ann". */
function besideField(value: FoundValue, fields: readonly FieldMention[], words: readonly PlacedWord[]): ValueMention {
  const beside = fields.find(({ field, from, to }) => {
    if (!value.fields.includes(field.key)) return false
    if (from >= value.to && words.slice(value.to, from).every(({ key }) => behindValue.has(key))) return true
    return to <= value.from && words.slice(to, value.from).every(({ key }) => linkWords.has(key) || negations.has(key))
  })
  if (beside !== undefined) return { ...value, fields: [beside.field.key], beside, verb: [] }
  const done = doneField(value, words)
  return done === undefined
    ? { ...value, beside, verb: [] }
    : { ...value, fields: [done], beside, verb: [value.from - 2] }
}

const doneBy: ReadonlySet<string> = new Set(['by', 'to', 'in', 'at', 'from', 'for'])

/** The field whose name says who does, or is done, what the participle before the value says. */
function doneField({ from, fields }: FoundValue, words: readonly PlacedWord[]): string | undefined {
  const verb = words[from - 2]?.key ?? ''
  if (!isParticiple(verb) || !doneBy.has(words[from - 1].key)) return undefined
  const forms = wordForms(verb)
  return fields.find((key) => wordForms(key.slice(key.lastIndexOf(' ') + 1)).some((form) => forms.includes(form)))
}

/** "in", "most", "us" say something else, unless a field stands beside them or they are written as a name: "US". */
function isFunctionWord({ from, to }: Span, words: readonly PlacedWord[]): boolean {
  if (to - from > 1) return false
  const { key, surface } = words[from]
  return (stopWords('en').has(key) || functionWords.has(key)) && !/^\p{Lu}{2,}$/u.test(surface)
}
