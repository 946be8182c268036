import { range, wordSet } from '../../phrases.js'
import { openConjunctions, unplannable } from '../sentence.js'
import { pastAuxiliaries, requestWords, smallWords } from '../small-words.js'
import { isParticiple } from '../word-forms.js'
import { isEventVerb } from './field-wordings.js'
import type { ParsedQuestion } from './parse-question.js'
import { contradictedRoles } from './roles.js'
import { isTitle } from './titles.js'

/** Words that only join the records to what is said about them, when they stand in the middle of a question. */
const joining = wordSet('among amongst across where exist exists existing listed recorded stored currently there')
/** Verbs for having, where the question names the field that is had. */
const having = wordSet('use uses take takes took contain contains include includes come comes')
const naming = wordSet('called named labelled labeled tagged marked')

/**
 * GWT19: the positions of words that have no place in the plan: neither in its criteria, nor among those that the
 * operation has used, nor merely holding the sentence together.
 */
export function openWords(parsed: ParsedQuestion, used: readonly number[]): readonly number[] {
  const { words } = parsed
  const placed = new Set([...parsed.placed, ...used])
  const isPast = tellsOfThePast(parsed, placed)
  const isOpening = (at: number) =>
    range(0, at).every((each) => requestWords.has(words[each].key) || smallWords.has(words[each].key))
  const isSmall = (at: number): boolean => {
    const { key } = words[at]
    if (smallWords.has(key)) return true
    if (key === 'can' || key === 'could') return at === 0 && words[1]?.key === 'you'
    if (requestWords.has(key) && isOpening(at)) return true
    if (pastAuxiliaries.has(key)) return isPast
    if (joining.has(key)) return at > 0 && !isOpening(at)
    if (key === 'belong' || key === 'belongs') return words[at + 1]?.key === 'to' && placed.has(at + 2)
    if (having.has(key)) return namesField(parsed, used) && (key !== 'took' || isPast)
    if (naming.has(key)) return placed.has(at + 1)
    if (key === 'all') return !asksYesOrNo(parsed) && !asksForOne(parsed)
    if (key === 'any')
      return / (?:are|is) there any /.test(parsed.text) || / (?:do|have) (?:i|we) .*any /.test(parsed.text)
    if (key === 'still')
      return !asksYesOrNo(parsed) && parsed.criteria.some(({ test }) => test === 'is') && !isPastAsked(parsed)
    if (key === 'exactly') return placed.has(at + 1)
    return (key === 'came' || key === 'come') && placed.has(at + 1) && words[at + 1].key === 'out'
  }
  const open = words.flatMap((_, at) => (placed.has(at) || isSmall(at) ? [] : [at]))
  return [...new Set([...open, ...openPossessives(parsed, placed), ...openByGrammar(parsed)])].sort((a, b) => a - b)
}

/** "Who owns all boats?" asks who owns each of them, "list all boats" for the boats. */
const asksForOne = ({ text }: ParsedQuestion): boolean =>
  / (?:who|whose|which|what|where|when) (?!(?:is|are|was|were) (?:the )?(?:\w+ ){0,3}(?:of )?all ).* all /.test(text) &&
  !/ (?:total|sum|average|mean|highest|lowest|most|least|maximum|minimum|number|together) /.test(text)

/** What the sentence asks for and no operation on records gives. */
function openByGrammar({
  words,
  values,
  fields,
  vocabulary,
  bounding,
  placedFields,
}: ParsedQuestion): readonly number[] {
  const isIn = (at: number, span: { readonly from: number; readonly to: number } | undefined) =>
    span !== undefined && span.from <= at && at < span.to
  const isName = (at: number) => values.some((value) => isIn(at, value) || isIn(at, value.fieldMention))
  const isField = (at: number) => fields.some((field) => isIn(at, field))
  const conditionAt = (at: number): readonly string[] | undefined => {
    const value = values.find((each) => isIn(at, each) || isIn(at, each.fieldMention) || each.verb.includes(at))
    if (value !== undefined) return value.fields
    if (bounding.has(at) || placedFields.has(at)) return ['']
    const field = fields.find((each) => isIn(at, each))
    return field !== undefined && vocabulary.isBoolean(field.field) ? [field.field.key] : undefined
  }
  // "Which plan is used the most?" does not ask for the amount that is called "used".
  const predicates = fields.filter(
    ({ field, from, to }) =>
      to === from + 1 &&
      field.numericCount > 0 &&
      isParticiple(words[from].key) &&
      ['is', 'are', 'was', 'were', 'been', 'being'].includes(words[from - 1]?.key ?? '') &&
      words[to]?.key !== 'in',
  )
  return [
    ...predicates.map(({ from }) => from),
    ...contradictedRoles(words, values),
    ...unplannable(words, (at) => isName(at) || isField(at), isEventVerb),
    ...openConjunctions(
      words,
      (at) => isName(at) || isField(at),
      conditionAt,
      (at) => bounding.has(at),
    ),
  ]
}

/** "Is …?", "Does …?": a question that no list, count or ranking answers. */
export const asksYesOrNo = ({ text }: ParsedQuestion): boolean =>
  /^ (?:is|are|am|do|does|did|was|were|has|have|had|can|could|will|would|should|may|might|must) /.test(text) &&
  !/^ (?:is|are|was|were) there /.test(text) &&
  !/^ (?:can|could) you /.test(text)

const isPastAsked = ({ words }: ParsedQuestion): boolean => words.some(({ key }) => pastAuxiliaries.has(key))

const namesField = (parsed: ParsedQuestion, used: readonly number[]): boolean =>
  parsed.fields.some(({ from, field }) => used.includes(from) && !isTitle(parsed, field.key)) ||
  parsed.values.some(({ fieldMention }) => fieldMention !== undefined)

/** "Petra's jobs": the owner is a value of the records, and what follows has a place of its own. */
function openPossessives({ words, values }: ParsedQuestion, placed: ReadonlySet<number>): readonly number[] {
  return words.flatMap(({ isPossessive }, at) => {
    // "What's" and "who's" own nothing.
    if (!isPossessive || smallWords.has(words[at].key) || askers.has(words[at].key)) return []
    if (!values.some(({ to }) => to === at + 1)) return [at]
    return placed.has(at + 1) ? [] : [Math.min(at + 1, words.length - 1)]
  })
}

const askers = wordSet('where when how')

/** Fields that make records tell of events: what they say was so then, and stays so. */
const eventFields = wordSet('date day when time timestamp ordered sold bought spent shipped delivered logged visited')

/** GWT19: whether the records hold what the past tense asks about: events with a date, or what happened once. */
function tellsOfThePast(
  { vocabulary, words, values, fields, criteria }: ParsedQuestion,
  placed: ReadonlySet<number>,
): boolean {
  const isEvent = (key: string) =>
    key.split(' ').length <= 2 &&
    key.split(' ').some((word) => eventFields.has(word)) &&
    !/\b(?:start|end|due|hire|birth|expiry|renewal)\b/u.test(key)
  if (vocabulary.fields.some(({ key }) => isEvent(key))) return true
  if (words.some(({ key }, at) => placed.has(at) && isEventVerb(key))) return true
  const named = [...values.flatMap(({ fieldMention }) => fieldMention ?? []), ...fields]
  if (fields.some(({ field, from }) => placed.has(from) && vocabulary.isTemporal(field))) return true
  if (named.some(({ from, to }) => range(from, to).some((at) => placed.has(at) && isParticiple(words[at].key))))
    return true
  const temporal = vocabulary.fields.filter(vocabulary.isTemporal).map(({ key }) => key)
  return criteria.some(({ field, test }) => field !== null && temporal.includes(field) && test !== 'present')
}
