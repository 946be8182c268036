import { type PlacedWord, wordSet } from '../../phrases.js'
import { pastAuxiliaries } from '../small-words.js'
import { isParticiple, wordForms } from '../word-forms.js'
import type { Hop } from './hop.js'
import { isHolding } from './prepositions.js'
import type { Relation } from './relation.js'

/** Verbs for what happens once: who founded it is its founder for ever, but who owned it may own it no more. */
const eventVerbs = new Set(
  [
    ...wordSet(`found bear birth build write author create invent make design discover compose paint direct acquire buy
    sell establish publish release launch win marry join hire study graduate visit attend meet sign die develop introduce
    order send receive give produce award draw record film sing star`),
  ].flatMap(wordForms),
)

export const isEventVerb = (word: string): boolean => wordForms(word).some((form) => eventVerbs.has(form))

/** GWT19: positions of words that put a step into the past, where the graph holds only how things are. */
export function unplacedTense(words: readonly PlacedWord[], hops: readonly Hop[]): readonly number[] {
  const unplaced: number[] = []
  for (const [at, { key }] of words.entries()) {
    if (!pastAuxiliaries.has(key)) continue
    const governed = governedBy(at, words, hops)
    if (governed === undefined || !isEvent(governed, words)) unplaced.push(at)
  }
  for (const hop of hops) if (isOnlyPast(hop, words)) unplaced.push(hop.to - 1)
  for (const hop of hops) if (isPastVerb(hop, words) && !isEvent(hop, words)) unplaced.push(hop.to - 1)
  return unplaced
}

/**
 * The step that an auxiliary puts into the past: for "did" the last verb in its plain form ("did the people working there
 * found"), for "was" the participle right after it, else the last one.
 */
function governedBy(at: number, words: readonly PlacedWord[], hops: readonly Hop[]): Hop | undefined {
  const after = hops.filter(({ from }) => from > at)
  const verbs = after.filter(({ form, isLiteral }) => form !== 'noun' && !isLiteral)
  const isPlain = ({ to }: Hop) => !/(?:ing|[^e]ed|s)$/.test(words[to - 1].key)
  const participles = verbs.filter(({ to }) => isParticiple(words[to - 1].key))
  const governed =
    words[at].key === 'did'
      ? verbs.findLast(isPlain)
      : (participles.find(({ from }) => from === at + 1) ?? participles.at(-1))
  return governed ?? verbs[0] ?? after[0] ?? hops.find(({ to }) => to <= at)
}

/** `Bede -> lived_at -> Jarrow` does not say where he lives. */
const isOnlyPast = ({ form, from, to, relations, isLiteral }: Hop, words: readonly PlacedWord[]): boolean =>
  !isLiteral &&
  form === 'active' &&
  !isParticiple(words[to - 1].key) &&
  !words.slice(0, from).some(({ key }) => pastAuxiliaries.has(key)) &&
  relations.every(
    ({ isParticiple: isPast, kind, prepositions, contents }) =>
      isPast && kind === 'active' && prepositions.length > 0 && !isHolding(contents[0]),
  )

/** "Who owned it?", but not "the team owned by it" or "is owned". */
function isPastVerb({ form, to, isParticiple: isPassive, isLiteral }: Hop, words: readonly PlacedWord[]): boolean {
  if (isLiteral || form !== 'active' || isPassive) return false
  return isParticiple(words[to - 1].key) && words[to]?.key !== 'by'
}

const isEvent = ({ from, to, relations }: Hop, words: readonly PlacedWord[]): boolean =>
  words.slice(from, to).some(({ key }) => isEventVerb(key)) || relations.every(isPastByName)

/** `Ann -> visited -> Rome`: the graph itself tells of the past. */
function isPastByName({ name, contents, prepositions, isParticiple: isPast, kind }: Relation): boolean {
  const isEventName = contents.some((forms) => forms.some((form) => eventVerbs.has(form)))
  return isEventName || (isPast && prepositions.length === 0 && kind === 'active' && !/\bby$/.test(name))
}
