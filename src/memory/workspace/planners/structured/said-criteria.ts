import { stopWords } from '../../../recall/stop-words.js'
import type { Criterion } from '../../collection/criteria.js'
import type { PlacedWord } from '../../phrases.js'
import { parseDecimal } from '../../records/decimal.js'
import { functionWords } from './lexicon.js'
import type { FieldMention, ValueMention } from './mentions.js'
import { isNegated } from './negation.js'
import type { Vocabulary } from './vocabulary.js'

/** What the values that a question names ask of records. */
export function valueCriteria(words: readonly PlacedWord[], values: readonly ValueMention[]): readonly Criterion[] {
  const said: { readonly fields: readonly string[]; readonly test: 'is' | 'is_not'; texts: readonly string[] }[] = []
  for (const [at, { from, fields, beside, text }] of values.entries()) {
    const before = values[at - 1]
    // "not in North or South" is in neither.
    const goesOn = before !== undefined && isAlternative(words.slice(before.to, from))
    const test = goesOn ? (said.at(-1)?.test ?? 'is') : isNegated(words, beside?.from ?? from, from) ? 'is_not' : 'is'
    // "in Prague or Oslo", where several fields have such values: the two belong together.
    const together = said.find(
      (each) => each.test === test && each.fields.length > 1 && each.fields.some((field) => fields.includes(field)),
    )
    if (together === undefined) said.push({ fields, test, texts: [text] })
    else together.texts = [...together.texts, text]
  }
  // Of several fields that have it, any will do.
  return said.map(({ fields, test, texts }) => ({ field: fields.length === 1 ? fields[0] : null, test, values: texts }))
}

const isAlternative = (between: readonly PlacedWord[]): boolean =>
  between.some(({ key }) => key === 'or' || key === 'nor') && between.every(({ key }) => isSmall(key))

const isSmall = (word: string): boolean => stopWords('en').has(word) || functionWords.has(word)

/** Values of one field are alternatives: nothing is in North and in South. */
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

/** "in 2024": a number that one field has, and that a preposition makes a place or a time. */
export function findPlainNumbers(
  words: readonly PlacedWord[],
  { fieldsWithValue }: Vocabulary,
  taken: ReadonlySet<number>,
) {
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
export function findPresence(words: readonly PlacedWord[], fields: readonly FieldMention[]) {
  return fields.flatMap((mention) => {
    const at = ['a', 'an', 'any', 'the'].includes(words[mention.from - 1]?.key ?? '')
      ? mention.from - 2
      : mention.from - 1
    if (!absence.has(words[at]?.key ?? '')) return []
    return [{ at, mention, criterion: { field: mention.field.key, test: 'absent', values: [] } satisfies Criterion }]
  })
}

/** "are remote", "remote employees", "not remote": a field that says yes or no. */
export function findFlags(words: readonly PlacedWord[], fields: readonly FieldMention[], vocabulary: Vocabulary) {
  return fields.flatMap((mention) => {
    const before = words[mention.from - 1]?.key ?? ''
    if (!vocabulary.isBoolean(mention.field) || ['per', 'by', 'each', 'what'].includes(before)) return []
    // "what is the remote of …" names the field, "the remote employees" says which.
    if (before === 'the' && (words[mention.to] === undefined || isSmall(words[mention.to].key))) return []
    const values = isNegated(words, mention.from, mention.from) ? ['false', 'no'] : ['true', 'yes']
    return [{ mention, criterion: { field: mention.field.key, test: 'is', values } satisfies Criterion }]
  })
}
