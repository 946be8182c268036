import type { Criterion } from '../../collection/criteria.js'
import type { CollectionRequest } from '../../collection/request.js'
import { type PlacedWord, wordSet } from '../../phrases.js'
import { beforeArticle, beingForms, doForms } from '../small-words.js'
import { isParticiple } from '../word-forms.js'
import { fieldsMeantBy } from './field-wordings.js'
import type { Interpretation } from './interpretation.js'
import { fieldHints, namesPerson } from './lexicon.js'
import type { ParsedQuestion } from './parse-question.js'
import { isTitle, namesRecord } from './titles.js'

/*
 * GWT19: where a word may stand. A small word holds a sentence together only in its own place; in another one it says
 * something that no operation on records computes.
 */

const askers = wordSet('who whom whose what which where when how')
const prepositions = wordSet('in on at to from for with by of')
const towards = wordSet('to from with by at')
const denied = wordSet("don't doesn't didn't dont doesnt didnt isn't aren't wasn't weren't")

/** Positions of words that stand where they have no meaning for records. */
export function misplaced(parsed: ParsedQuestion, request: CollectionRequest): readonly number[] {
  return [
    ...looseAskers(parsed.words),
    ...ownerAsked(parsed, request),
    ...articlesAsValues(parsed),
    ...roleOfRecord(parsed),
    ...deniedSubject(parsed, request),
    ...verbsOfRecords(parsed),
    ...verbsWithPrepositions(parsed),
    ...havingOf(parsed, request),
    ...strayNumbers(parsed, request),
    ...assigners(parsed.words),
  ]
}

/** "By how much is …", "for whom how many …", "from where does …": what stands in front asks for something else. */
function looseAskers(words: readonly PlacedWord[]): readonly number[] {
  const [first, second] = words.map(({ key }) => key)
  if (first === undefined || !prepositions.has(first) || !askers.has(second ?? '')) return []
  return ['who', 'whom', 'whose', 'where', 'when'].includes(second ?? '') ||
    (second === 'how' && words[2]?.key !== 'many') ||
    askers.has(words[2]?.key ?? '')
    ? [0]
    : []
}

/** "Whose invoices are unpaid?" asks for people, and the answer must be some. */
function ownerAsked({ words }: ParsedQuestion, { metric, groupField }: CollectionRequest): readonly number[] {
  if (words[0]?.key !== 'whose') return []
  const isPerson = [metric, groupField].some(namesPerson)
  return isPerson ? [] : [0]
}

/** A capital "A" within a sentence is a name, not an article. */
const articlesAsValues = ({ words, mentioned }: ParsedQuestion): readonly number[] =>
  words.flatMap(({ surface }, at) => (surface === 'A' && at > 0 && !mentioned.has(at) ? [at] : []))

/** "Who made to Drill?", "which tools belong from Drill?": a record is not the place or the end of what is told of it. */
function roleOfRecord(parsed: ParsedQuestion): readonly number[] {
  const { words } = parsed
  return parsed.values.flatMap((value) => {
    const at = beforeArticle(words, value.from)
    const isBound = value.fieldMention !== undefined || value.verb.length > 0
    const isAssigned = words[at - 1]?.key === 'assigned' && beingForms.has(words[at - 2]?.key ?? '')
    const isLoose = !isBound && !isAssigned && towards.has(words[at]?.key ?? '')
    return isLoose && namesRecord(parsed, value) ? [at] : []
  })
}

/** "Who assigned T-1?" is not whom it is assigned to. */
const assigners = (words: readonly PlacedWord[]): readonly number[] =>
  words.flatMap(({ key }, at) => (key === 'assigned' && words[at - 1]?.key === 'who' ? [at] : []))

/** "Which lender has the drill?" asks who has it, not who lends it. */
function havingOf(parsed: ParsedQuestion, { metric, operation }: CollectionRequest): readonly number[] {
  const isShown = operation === 'filter' || operation === 'distinct'
  if (!isShown || !namesPerson(metric) || isTitle(parsed, metric ?? '')) return []
  return parsed.words.flatMap(({ key }, at) => {
    const isHad = parsed.values.some((value) => value.from > at && value.from <= at + 2 && namesRecord(parsed, value))
    return (key === 'has' || key === 'have') && isHad ? [at] : []
  })
}

/** "How many rooms doesn't F4 have?": what a record lacks is not what all the others have. */
function deniedSubject(parsed: ParsedQuestion, { operation, metric }: CollectionRequest): readonly number[] {
  if (operation === 'count' || metric === null) return []
  return parsed.words.flatMap(({ key }, at) => {
    const isDenied = denied.has(key) || (key === 'not' && doForms.has(parsed.words[at - 1]?.key ?? ''))
    const subject = parsed.values.find(({ from }) => from === at + 1)
    return isDenied && subject !== undefined && namesRecord(parsed, subject) ? [at] : []
  })
}

const noun = /^(?:record|store|list|line|object)s?$/
const beforeVerb = wordSet('who what which where when')
const requests = wordSet('list show give get find')

/**
 * Words for the records that here say something else: "what does Drill record?", "who stores it?", "recorded by Kern",
 * "the result of M1".
 */
const verbsOfRecords = ({ words, mentioned, placedNouns }: ParsedQuestion): readonly number[] =>
  words.flatMap(({ key }, at) => {
    if (mentioned.has(at)) return []
    const [before, next] = [words[at - 1]?.key ?? '', words[at + 1]?.key ?? '']
    if (key === 'recorded' || key === 'stored' || key === 'listed')
      return towards.has(next) && next !== 'with' ? [at] : []
    if (key === 'result' || key === 'results') return requests.has(words[0].key) ? [] : [at]
    if (!noun.test(key)) return []
    const isNamed = mentioned.has(at - 1) || placedNouns.has(at - 1)
    const isAfterSubject = !key.endsWith('s') && isNamed && (isAsked(words, at) || before.endsWith('s'))
    const isVerb = beforeVerb.has(before) && (mentioned.has(at + 1) || next === 'the')
    return isAfterSubject || isVerb ? [at] : []
  })

const isAsked = (words: readonly PlacedWord[], at: number): boolean =>
  words.slice(0, at).some(({ key }) => doForms.has(key))

const bare = wordSet('have has had live lives work works do does did')

/** "Who owns in Aurora?", "which tools make from Bosch?", "which have to Ann?": a preposition that the verb does not take. */
function verbsWithPrepositions(parsed: ParsedQuestion): readonly number[] {
  const { words } = parsed
  return parsed.values.flatMap((value) => {
    const at = beforeArticle(words, value.from)
    const [preposition, verb] = [words[at]?.key ?? '', words[at - 1]?.key ?? '']
    if ((preposition === 'to' || preposition === 'from') && bare.has(verb)) return [at]
    const isTaken =
      preposition === 'by' || preposition === 'of' || isParticiple(verb) || Object.hasOwn(fieldHints, verb)
    const isMeant = !isTaken && prepositions.has(preposition) && fieldsMeantBy(verb).length > 0
    return isMeant && (value.verb.includes(at - 1) || namesRecord(parsed, value)) ? [at] : []
  })
}

/** "In 1987, which is the longest?": a number that says how many stands before what is ranked. */
function strayNumbers({ words, numbers }: ParsedQuestion, { operation }: CollectionRequest): readonly number[] {
  if (operation !== 'top_k') return []
  return numbers.filter((at) => at > 0 && prepositions.has(words[at - 1].key))
}

const isNamed = (parsed: ParsedQuestion, { field, test }: Criterion): boolean =>
  field !== null && test === 'is' && isTitle(parsed, field)

/** Why the answer would not be one: it says again what the question names, or counts what has but one entry. */
export function tellsNothing(parsed: ParsedQuestion, { request, countsDistinct }: Interpretation): string | undefined {
  const { operation, criteria, metric } = request
  const named = criteria.find((criterion) => isNamed(parsed, criterion))
  if (named === undefined) return undefined
  const isSole = named.values.length === 1
  const showsName = operation === 'filter' && (metric === null || metric === named.field)
  if (isSole && showsName && criteria.filter(({ test }) => test !== 'present').length === 1)
    return 'the answer would only repeat the question'
  if (isSole && (operation === 'count' || countsDistinct))
    return `"${named.values[0]}" names one record, and nothing tells how many of it there are`
  return undefined
}
