import { ownEntry } from '../../../../plain-object.js'
import { stopWords } from '../../../recall/text/stop-words.js'
import { type PlacedWord, range, singularForms, wordSet } from '../../phrases.js'
import { parseDecimal } from '../../records/decimal.js'
import type { FieldSummary } from '../../records/fields.js'
import { pastAuxiliaries, smallWords } from '../small-words.js'
import { isParticiple, wordForms } from '../word-forms.js'
import { fieldsMeantBy } from './field-wordings.js'
import { functionWords, linkWords, negations, placeVerbs } from './lexicon.js'
import type { Vocabulary } from './vocabulary.js'

/** Word positions from `from` up to, but without, `to`. */
interface Span {
  readonly from: number
  readonly to: number
}

export interface FieldMention extends Span {
  readonly field: FieldSummary
}

/** A noun for the kind of the records, recognised by a field that only this kind has. */
export interface KindMention extends Span {
  readonly kind: FieldSummary
}

export interface ValueMention extends Span {
  readonly text: string
  /** Keys of the fields that have the value; only the named one if the question names a field next to the value. */
  readonly fields: readonly string[]
  /** The mention of its field next to the value, if any. */
  readonly fieldMention: FieldMention | undefined
  /** Positions of a participle that implies the field: "assigned to" implies the assignee. */
  readonly verb: readonly number[]
  /** Positions of "called", "is" and the like between the value and its field. */
  readonly links: readonly number[]
}

type FoundValue = Omit<ValueMention, 'fieldMention' | 'verb' | 'links'>

export interface Mentions {
  readonly fields: readonly FieldMention[]
  readonly values: readonly ValueMention[]
  readonly kinds: readonly KindMention[]
}

const hasLetter = /[\p{L}\p{N}]/u
const maxValueWords = 8
const maxFieldWords = 4

/** Fields and values that the question names, left to right, longest match first; mentions do not overlap. */
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
  const placed = values.map((value) => attachField(value, fields, words))
  const meant = placed.filter(({ fieldMention, ...span }) => fieldMention !== undefined || !isFunctionWord(span, words))
  return { fields, values: meant, kinds }
}

function mentionAt(
  words: readonly PlacedWord[],
  from: number,
  vocabulary: Vocabulary,
): FieldMention | KindMention | FoundValue | undefined {
  for (let to = Math.min(words.length, from + maxValueWords); to > from; to--) {
    // Signs such as ">" belong to bounds.
    if (!hasLetter.test(words[from].key) || !hasLetter.test(words[to - 1].key)) continue
    if (words.slice(from, to - 1).some(({ endsClause, isPossessive }) => endsClause || isPossessive)) continue
    const text = words
      .slice(from, to)
      .map(({ surface }) => surface)
      .join(' ')
    // Numbers are values only next to a field or in a bound.
    if (parseDecimal(text) !== undefined) continue
    const isSingle = to === from + 1
    const field = to - from <= maxFieldWords ? vocabulary.findField(text) : undefined
    const isPlainField =
      field !== undefined && !(isSingle && (stopWords('en').has(words[from].key) || isAsking(words, from)))
    const withValue = vocabulary.fieldsWithValue(text)
    // A capitalised name is a value, even if a field has the same name.
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

const commands = wordSet('count name list rank order number total sum')
const afterCommand = wordSet('the all every each me us our my up')

/** "the number of lamps", "count the lamps" and "name the lamp" ask, even if a field is called "number", "count" or "name". */
function isAsking(words: readonly PlacedWord[], at: number): boolean {
  const [key, next] = [words[at].key, words[at + 1]?.key ?? '']
  if ((key === 'number' || key === 'count') && next === 'of') return true
  return (
    commands.has(key) && afterCommand.has(next) && words.slice(0, at).every((word) => stopWords('en').has(word.key))
  )
}

/** "lamps" gives "lamp"; undefined when the text is not a plural. A name has none: "Low Tides" is not Low Tide. */
function singularOf(text: string): string | undefined {
  const cut = text.lastIndexOf(' ') + 1
  if (cut > 0 && /^\p{Lu}/u.test(text.slice(cut))) return undefined
  const [, singular] = singularForms(text.slice(cut).toLowerCase())
  return singular === undefined ? undefined : text.slice(0, cut) + singular
}

const afterValue = wordSet('as the its their')

/** "region North", "region is not North", "the North region", "North as region", "assigned to Ann". */
function attachField(value: FoundValue, fields: readonly FieldMention[], words: readonly PlacedWord[]): ValueMention {
  const fieldMention = fields.find(({ field, from, to }) => {
    if (!value.fields.includes(field.key)) return false
    if (from >= value.to && words.slice(value.to, from).every(({ key }) => afterValue.has(key))) return true
    return to <= value.from && words.slice(to, value.from).every(({ key }) => linkWords.has(key) || negations.has(key))
  })
  if (fieldMention !== undefined) {
    const links = [...range(fieldMention.to, value.from), ...range(value.to, fieldMention.from)].filter(
      (at) => !negations.has(words[at].key),
    )
    return { ...value, fields: [fieldMention.field.key], fieldMention, verb: [], links }
  }
  const meant = fieldOfVerb(value, words)
  return meant === undefined
    ? { ...value, fieldMention, verb: [], links: [] }
    : { ...value, fields: [meant.field], fieldMention, verb: [meant.at], links: [] }
}

const verbReach = 3
const placePrepositions = wordSet('in at on for from near to outside inside')
const verbPrepositions = wordSet('by to in at from for')

/** The field of the verb near the value: "managed by Ann" means the manager, "did Rena write" the author. */
function fieldOfVerb(
  { from, to, fields }: FoundValue,
  words: readonly PlacedWord[],
): { readonly field: string; readonly at: number } | undefined {
  const before = range(Math.max(0, from - verbReach), from).toReversed()
  const after = range(to, Math.min(words.length, to + verbReach))
  // "Where does Oslo live?": one lives in a place, which does not live.
  const isPlaceOfOther = (at: number) =>
    Object.hasOwn(placeVerbs, words[at].key) &&
    (at > from || !placePrepositions.has(words[at + 1]?.key ?? '')) &&
    words[at - 1]?.key !== 'not'
  for (const near of [before, after]) {
    for (const at of near) {
      const field = isPlaceOfOther(at) ? undefined : verbField(words[at].key, fields)
      // "Who manages Eve?" asks for her manager; "managed by Eve" and "does Eve manage" say that she is the manager.
      const isObject =
        at < from && !(verbPrepositions.has(words[from - 1].key) || Object.hasOwn(placeVerbs, words[at].key))
      if (field !== undefined) return isObject ? undefined : { field, at }
      if (!smallWords.has(words[at].key) && !pastAuxiliaries.has(words[at].key) && !negations.has(words[at].key)) break
    }
  }
  return undefined
}

function verbField(verb: string, fields: readonly string[]): string | undefined {
  const lastWord = (key: string) => key.slice(key.lastIndexOf(' ') + 1)
  const meant = new Set([...fieldsMeantBy(verb), ...(ownEntry(placeVerbs, verb) ?? [])])
  const named = fields.find((key) => meant.has(lastWord(key)))
  if (named !== undefined || !isParticiple(verb)) return named
  const forms = wordForms(verb)
  return fields.find((key) => wordForms(lastWord(key)).some((form) => forms.includes(form)))
}

/** "in", "most" and "us" are not values, unless they are written in capitals: "US". */
function isFunctionWord({ from, to }: Span, words: readonly PlacedWord[]): boolean {
  if (to - from > 1) return false
  const { key, surface } = words[from]
  return (stopWords('en').has(key) || functionWords.has(key)) && !/^\p{Lu}{2,}$/u.test(surface)
}
