import { stopWords } from '../../../recall/text/stop-words.js'
import type { Criterion } from '../../collection/criteria.js'
import { type PlacedWord, range, wordSet } from '../../phrases.js'
import { parseDecimal } from '../../records/decimal.js'
import { functionWords } from './lexicon.js'
import type { FieldMention, ValueMention } from './mentions.js'
import { negationOf } from './negation.js'
import type { Vocabulary } from './vocabulary.js'

/** The criteria of the values that a question names, and the positions of "not" and "or" in them. */
export function valueCriteria(words: readonly PlacedWord[], values: readonly ValueMention[]) {
  const placed: number[] = []
  const groups: { readonly fields: readonly string[]; readonly test: 'is' | 'is_not'; texts: readonly string[] }[] = []
  for (const [at, value] of values.entries()) {
    const { from, fields, text } = value
    const before = values[at - 1]
    // "not in North or South" excludes both.
    const between = before === undefined ? [] : range(before.to, from)
    const isContinued = isAlternative(between.map((each) => words[each]))
    const negation = isContinued ? [] : negationOfValue(words, value)
    placed.push(...negation, ...(isContinued ? between.filter((each) => alternatives.has(words[each].key)) : []))
    const test = isContinued ? (groups.at(-1)?.test ?? 'is') : negation.length > 0 ? 'is_not' : 'is'
    // "in Prague or Oslo", where several fields have such values: both values form one criterion.
    const group = groups.find(
      (each) => each.test === test && each.fields.length > 1 && each.fields.some((field) => fields.includes(field)),
    )
    if (group === undefined) groups.push({ fields, test, texts: [text] })
    else group.texts = [...group.texts, text]
  }
  // When several fields have the value, any of them may match.
  const criteria = groups.map(
    ({ fields, test, texts }): Criterion => ({
      field: fields.length === 1 ? fields[0] : null,
      test,
      values: texts,
    }),
  )
  return { criteria, placed }
}

/** The positions of the words that negate the value. */
export const negationOfValue = (words: readonly PlacedWord[], { from, fieldMention, verb }: ValueMention) =>
  negationOf(words, Math.min(fieldMention?.from ?? from, from), from, verb)

const alternatives = wordSet('or nor')

const isAlternative = (between: readonly PlacedWord[]): boolean =>
  between.some(({ key }) => alternatives.has(key)) && between.every(({ key }) => isFunctionWord(key))

const isFunctionWord = (word: string): boolean => stopWords('en').has(word) || functionWords.has(word)

/** Merges the values of one field into alternatives: a record cannot be in North and in South. */
export function mergeCriteria(criteria: readonly Criterion[]): readonly Criterion[] {
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

/** "in 2024": a number after a preposition that is a value of exactly one field. */
export function findPlainNumbers(
  words: readonly PlacedWord[],
  { fieldsWithValue }: Vocabulary,
  taken: ReadonlySet<number>,
) {
  return words.flatMap(({ surface }, at) => {
    const before = words[at - 1]?.key ?? ''
    if (taken.has(at) || !['in', 'during', 'from', 'for'].includes(before) || parseDecimal(surface) === undefined)
      return []
    const holding = fieldsWithValue(surface)
    const years = holding.filter((field) => /\byear\b/u.test(field))
    // "In 1987" is said of a year; "in 12" may be a room.
    const isYear = /^(?:19|20)\d\d$/u.test(surface) && ['in', 'during'].includes(before)
    const fields = years.length > 0 ? years : isYear ? holding.filter((field) => saysWhen(field)) : holding
    if (fields.length !== 1) return []
    return [{ at, criterion: { field: fields[0], test: 'is', values: [surface] } satisfies Criterion }]
  })
}

const saysWhen = (field: string): boolean => /\b(?:year|vintage|season|date|since)\b/u.test(field)

const absence = wordSet('no without missing lacking lack lacks')

/** "without a discount", "have no owner", "missing an email". */
export function findPresence(words: readonly PlacedWord[], fields: readonly FieldMention[]) {
  return fields.flatMap((mention) => {
    const at = ['a', 'an', 'any', 'the'].includes(words[mention.from - 1]?.key ?? '')
      ? mention.from - 2
      : mention.from - 1
    if (!absence.has(words[at]?.key ?? '')) return []
    return [{ at, mention, criterion: { field: mention.field.key, test: 'absent', values: [] } satisfies Criterion }]
  })
}

/** "are remote", "remote employees", "not remote": a yes-or-no field as a criterion. */
export function findFlags(words: readonly PlacedWord[], fields: readonly FieldMention[], vocabulary: Vocabulary) {
  return fields.flatMap((mention) => {
    const before = words[mention.from - 1]?.key ?? ''
    if (!vocabulary.isBoolean(mention.field) || ['per', 'by', 'each', 'what'].includes(before)) return []
    // "what is the remote of …" names the field, "the remote employees" restricts the records.
    if (before === 'the' && (words[mention.to] === undefined || isFunctionWord(words[mention.to].key))) return []
    const negation = negationOf(words, mention.from, mention.from)
    const isUn = words[mention.from].key.startsWith('un') && !mention.field.key.startsWith('un')
    const values = negation.length > 0 !== isUn ? ['false', 'no'] : ['true', 'yes']
    return [{ mention, negation, criterion: { field: mention.field.key, test: 'is', values } satisfies Criterion }]
  })
}
