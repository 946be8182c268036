import { isDuplicate } from '../../consolidation/duplicates.js'
import type { Json, JsonObject } from '../../memory.js'
import { relevanceFloor } from '../../recall/constants.js'
import { stemEnglish } from '../../recall/text/english-stem.js'
import { containsPhrase, singularForms, toKey } from '../../workspace/phrases.js'
import { contentOf } from '../../workspace/question-parts.js'
import type { NamedAside, PlanningInput, ProbeHit } from './planning-input.js'

export interface FacetSplit {
  readonly facet: string
  readonly values: readonly string[]
}

/** Texts in different words score less alike. */
const namedTolerance = 0.25
const [minValues, maxValues] = [2, 4]
/** Hits this close to the best score count as equally good. */
const scoreTolerance = 0.1
/** A question for all of them needs no choice. */
const wantsAll =
  /\b(?:all|every|each|both|list|per|compare|comparison|difference|versus|vs|how many|overall|total|everything)\b/i

/** WPL2: the best hits differ in exactly one facet, and nothing in the conversation settles it. */
export function findFacetSplit(
  input: PlanningInput,
  question: string,
  probe: readonly ProbeHit[],
): FacetSplit | undefined {
  if (wantsAll.test(question)) return undefined
  const best = Math.max(...probe.map(({ score }) => score))
  const hits = probe.filter(({ score }) => score >= relevanceFloor && score >= best - scoreTolerance)
  if (hits.every(({ text }) => isDuplicate(text, hits[0]!.text))) return undefined
  const differing = sharedFacets(hits).filter((facet) => valuesOf(hits, facet).length > 1)
  const [facet] = differing
  if (facet === undefined || differing.length > 1) return undefined
  const values = valuesOf(hits, facet)
  const isListable = values.length >= minValues && values.length <= maxValues
  return isListable && !isSettled(input, question, facet, values) ? { facet, values } : undefined
}

/** Questions for one of several by name get the names as their answer, and questions for all of them need no choice. */
const asksForName = /^\W*which\b|\b(?:names?|called|title)\b/iu
/** What follows these is what such a question asks for. */
const answering: readonly (readonly [RegExp, string])[] = [
  [/^\W*where\b/iu, 'in at on near to under by inside behind beside from'],
  [/^\W*what\b/iu, 'on with to by as about into'],
  [/^\W*who\b|\bwhom\b|\bwhose\b/iu, 'by with to'],
]
const minCoverage = 0.5

/**
 * WPL2: the best hits are about the same, in whatever words, and each names another place, person or thing beside it; the
 * question and the conversation name none of them.
 */
export function findNameSplit(
  input: PlanningInput,
  question: string,
  probe: readonly ProbeHit[],
): FacetSplit | undefined {
  if (wantsAll.test(question) || asksForName.test(question)) return undefined
  const best = Math.max(...probe.map(({ score }) => score))
  const hits = probe.filter(
    ({ text, score }) =>
      score >= relevanceFloor && score >= best - namedTolerance && coverage(question, text) >= minCoverage,
  )
  const named = hits.map(({ names = [] }) => names.filter((each) => !isAnswer(each, question)).map(({ name }) => name))
  const differing = named.map((names) =>
    names.filter((name) => !named.every((others) => others.some((other) => toKey(other) === toKey(name)))),
  )
  if (differing.some((names) => new Set(names.map(toKey)).size !== 1)) return undefined
  const values = [...new Map(differing.map(([name]) => [toKey(name!), name!])).values()]
  const isListable = values.length >= minValues && values.length <= maxValues
  return isListable && !isSettled(input, question, 'one', values) ? { facet: 'one', values } : undefined
}

function isAnswer({ isPerson, preposition }: NamedAside, question: string): boolean {
  if (isPerson && /\bwho(?:m|se)?\b/iu.test(question)) return true
  return answering.some(
    ([asks, list]) => asks.test(question) && preposition !== null && list.split(' ').includes(preposition),
  )
}

/** The share of the question's content words that the text has. */
function coverage(question: string, text: string): number {
  const [wanted, present] = [question, text].map(
    (each) => new Set(contentOf(each).map((word) => stemEnglish(toKey(word)))),
  )
  return wanted!.size === 0 ? 0 : [...wanted!].filter((stem) => present!.has(stem)).length / wanted!.size
}

export const askForFacet = ({ facet, values }: FacetSplit): string =>
  `Which ${facet.replaceAll('_', ' ')}: ${values.slice(0, -1).join(', ')} or ${values.at(-1)}?`

function sharedFacets(hits: readonly ProbeHit[]): readonly string[] {
  const [first, ...rest] = hits
  if (first === undefined) return []
  const hasPlainValue = (facets: JsonObject, key: string) => Object.hasOwn(facets, key) && isPlain(facets[key])
  return Object.keys(first.facets).filter(
    (key) => hasPlainValue(first.facets, key) && rest.every(({ facets }) => hasPlainValue(facets, key)),
  )
}

/** Distinct values, in the order of the hits. */
function valuesOf(hits: readonly ProbeHit[], facet: string): readonly string[] {
  const byKey = new Map(hits.toReversed().map(({ facets }) => [toKey(String(facets[facet])), String(facets[facet])]))
  return [...byKey.values()].toReversed()
}

const isPlain = (value: Json | undefined): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The question, an answer, the newest turn or a preference names a value, or the question asks for the facet itself. */
function isSettled(
  { clarifications, turns, preferences }: PlanningInput,
  question: string,
  facet: string,
  values: readonly string[],
): boolean {
  const texts = [question, ...clarifications.map(({ answer }) => answer), turns.at(-1)?.user ?? '']
  const isNamed = texts.some((text) => values.some((value) => containsPhrase(text, value)))
  const asksForIt = question.split(/\s+/u).some((word) => singularForms(toKey(word)).includes(toKey(facet)))
  return isNamed || asksForIt || (Object.hasOwn(preferences, facet) && isPlain(preferences[facet]))
}
