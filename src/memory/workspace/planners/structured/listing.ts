import { range } from '../../phrases.js'
import { labelKey } from '../../records/record-table.js'
import { doForms } from '../small-words.js'
import { askerOf, asksForWrongPerson } from './asker.js'
import { type Interpretation, interpretation } from './interpretation.js'
import { kindFields, placeFields } from './lexicon.js'
import { asksForDistinct, distinctWords, headField, hintedByWords, withNamedKind } from './meaning.js'
import type { ParsedQuestion } from './parse-question.js'
import { isTitle, namesRecord } from './titles.js'
import { priceField } from './totals.js'

const asking =
  /^ (?:please )?(?:can you |could you )?(?:list|show|give|find|display|enumerate|name|get|fetch|return|tell|which|what|what's|whats|who|whose|when|where|how much|how old|how tall|how high|how heavy|how long|how far|are there|is there) /
const askingWhich = / (?:list|show|give|which|what|name|enumerate|display|get|find|fetch|return|who) $/

/** "list the lamps in North", "which regions …", "what is the price of the Lamp?" */
export function readListing(question: ParsedQuestion): Interpretation | undefined {
  const { parsed, kindAt } = withNamedKind(question, headOf(question))
  const asked = asking.exec(parsed.text)
  if (asked === null) return undefined
  const from = asked[0].trim().split(' ').length
  const head = headField(parsed, from)
  const opening = [...askedWords(asked[0], from), ...kindAt]
  const isLookup = parsed.criteria.some(({ test }) => test === 'is')
  const isPlural = head !== undefined && /s$/.test(parsed.words[head.to - 1].key)
  if (head !== undefined && (joinsValues(parsed) || isDeniedOfGroup(parsed, head.field.key))) return undefined
  // "Who rents Elm 5?" is not answered by the rent.
  if (head !== undefined && head.field.numericCount > 0 && / who $/.test(asked[0])) return undefined
  if (head !== undefined && askingWhich.test(asked[0]) && (isPlural || !isLookup || asksForDistinct(parsed))) {
    // "What is the length?" asks for that of one record and does not say of which.
    if (!isPlural && !asksForDistinct(parsed) && !/ which $/.test(asked[0])) return undefined
    const used = [opening, head, distinctWords(parsed)]
    return interpretation('distinct', parsed, used, { metric: head.field.key })
  }
  const named = parsed.fields.at(0)
  const meant = named === undefined ? meantField(parsed, asked[0]) : undefined
  const metric = named?.field.key ?? meant?.key
  const used = [opening, named, meant?.at, metric === undefined ? undefined : askerOf(parsed, metric)]
  if (metric !== undefined && isLookup) {
    if (isOfAnotherTime(parsed, metric) || joinsValues(parsed)) return undefined
    if (meant?.at !== undefined && (isDoneBy(parsed, meant.at, metric) || isDoneToPart(parsed, meant.at)))
      return undefined
    if (asksForWrongPerson(parsed, metric, true) || isOfSomethingElse(parsed)) return undefined
    if (isNameOfOther(parsed, metric) || isPlaceOfOther(parsed, asked[0])) return undefined
    return interpretation('filter', parsed, used, { metric })
  }
  if (metric !== undefined && asksForDistinct(parsed)) {
    return interpretation('distinct', parsed, [...used, distinctWords(parsed)], { metric })
  }
  // "Where is the Lamp?" and "what is in North?" do not name the field or the records they want.
  if (/^ (?:when|where|how) /.test(asked[0]) || (/^ what(?:'s|s)? $/.test(asked[0]) && !asksForRecords(parsed)))
    return undefined
  if (parsed.criteria.length === 0 || asksForWrongPerson(parsed, null)) return undefined
  return interpretation('filter', parsed, [opening, askerOf(parsed)])
}

/** The field right after the words that ask is asked for; it does not name the records. */
function headOf(question: ParsedQuestion) {
  const asked = asking.exec(question.text)
  return asked === null ? undefined : headField(question, asked[0].trim().split(' ').length)
}

/** The words that ask, without "who", "when" and "where", which the answer must fit. */
const askedWords = (text: string, length: number): readonly number[] =>
  / (?:who|when|where) $/.test(text) ? range(0, length - 1) : range(0, length)

/** The field that the question means without its name: by a verb or an adjective, or as the only time, place or price. */
function meantField(parsed: ParsedQuestion, asked: string): { readonly key: string; readonly at?: number } | undefined {
  const hinted = / (?:which|list|show|give|find) $/.test(asked) ? undefined : hintedByWords(parsed)
  if (hinted !== undefined) return hinted
  const { vocabulary } = parsed
  const soleOf = (keys: readonly string[]) => (keys.length === 1 ? { key: keys[0] } : undefined)
  if (asked.endsWith(' when ')) return soleOf(vocabulary.fields.filter(vocabulary.isTemporal).map(({ key }) => key))
  if (asked.endsWith(' where ')) {
    const places = vocabulary.fields.map(({ key }) => key)
    return soleOf(places.filter((key) => placeFields.has(key.slice(key.lastIndexOf(' ') + 1))))
  }
  const price = asked.endsWith(' how much ') ? priceField(parsed) : undefined
  return price === undefined ? undefined : { key: price }
}

/**
 * "The budget of Ann" is not that of her projects, and she is not as long as her boat: what is asked about must be a
 * record, or be bound to the records by its field or a verb, or their kind be named.
 */
function isOfSomethingElse(parsed: ParsedQuestion): boolean {
  if (parsed.namesRecords || parsed.values.some((value) => namesRecord(parsed, value))) return false
  return parsed.values.some((value) => {
    const isOwner = parsed.words[value.to - 1].isPossessive || parsed.words[value.from - 1]?.key === 'of'
    return isOwner || (value.fieldMention === undefined && value.verb.length === 0)
  })
}

/** "The name of Kestrel Lines" is not that of their ships. */
const isNameOfOther = (parsed: ParsedQuestion, metric: string): boolean =>
  isTitle(parsed, metric) &&
  parsed.values.some(
    (value) =>
      !namesRecord(parsed, value) &&
      value.fieldMention === undefined &&
      (parsed.words[value.to - 1].isPossessive || parsed.words[value.from - 1]?.key === 'of'),
  )

/** "Where was Bosch founded?": where and when are told of the records, not of what they mention. */
const isPlaceOfOther = (parsed: ParsedQuestion, asked: string): boolean =>
  / (?:where|when) $/.test(asked) &&
  !parsed.namesRecords &&
  !parsed.values.some((value) => value.fieldMention !== undefined || namesRecord(parsed, value))

/** "The price of Salt Moon in 2011", where 2011 is when it came out. */
const isOfAnotherTime = (parsed: ParsedQuestion, metric: string): boolean =>
  parsed.values.some((value) => namesRecord(parsed, value)) &&
  parsed.criteria.some(
    ({ field, test }) => field !== null && field !== metric && test === 'is' && /\byear\b/u.test(field),
  )

/** "Which artist is on Owl and Pike?" asks for one on both. */
const joinsValues = (parsed: ParsedQuestion): boolean =>
  parsed.criteria.some(({ values, test }) => test === 'is' && values.length > 1) &&
  parsed.words.some(({ key }) => key === 'and' || key === '&') &&
  !parsed.values.some((value) => namesRecord(parsed, value))

/** "Which genre is not on the Barn stage?": one that some record has elsewhere may be there, too. */
const isDeniedOfGroup = (parsed: ParsedQuestion, head: string): boolean =>
  parsed.criteria.some(({ test }) => test === 'is_not') && !isTitle(parsed, head)

/** "Who manages the North stage?" asks for the manager of the stage, not of those on it. */
const isDoneToPart = (parsed: ParsedQuestion, verbAt: number): boolean =>
  !parsed.namesRecords &&
  parsed.values.some(({ from }) => from > verbAt) &&
  !parsed.values.some((value) => value.from > verbAt && namesRecord(parsed, value))

/** "Who does Ivo manage?" asks for those whose manager he is, not for his own. */
function isDoneBy({ words, values, vocabulary }: ParsedQuestion, verbAt: number, metric: string): boolean {
  const field = vocabulary.fields.find(({ key }) => key === metric)
  if (field === undefined || vocabulary.isTemporal(field) || field.numericCount > 0) return false
  return values.some(({ from, to }) => to <= verbAt && words.slice(0, from).some(({ key }) => doForms.has(key)))
}

/** A noun of the question names the records or their kind. */
const asksForRecords = ({ values, namesRecords }: ParsedQuestion): boolean =>
  namesRecords ||
  values.some(({ fields }) => fields.includes(labelKey) || fields.some((field) => kindFields.has(field)))
