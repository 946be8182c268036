import { type PlacedWord, wordSet } from '../../phrases.js'
import { pastAuxiliaries } from '../small-words.js'
import { isParticiple, wordForms } from '../word-forms.js'
import type { Hop } from './hop.js'
import { isHolding } from './prepositions.js'
import type { Relation } from './relation.js'
import { isSymmetric } from './symmetry.js'

/** Verbs for what happens once: who founded it is its founder for ever, but who owned it may own it no more. */
const eventVerbs = new Set(
  [
    ...wordSet(`found bear birth build write author create invent make design discover compose paint direct acquire buy
    sell establish publish release launch win marry join hire study graduate visit attend meet sign die develop introduce
    order send receive give produce award draw record film sing star kill crown conquer burn copy conduct elect appoint
    murder defeat destroy rescue arrest exile excavate restore translate compile photograph baptise baptize bury adopt steal
    donate commission capture patent nominate`),
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

/** `Bede -> lived_at -> Jarrow` does not say where he lives, nor `Odo -> ruled -> Valen` who its ruler is. */
const isOnlyPast = (hop: Hop, words: readonly PlacedWord[]): boolean =>
  hop.relations.every((relation) => isPastFor(hop, relation, words))

/** The hop with the relations that tell of its time; all of them where none does. */
export function withTense(hop: Hop, words: readonly PlacedWord[]): Hop {
  const relations = hop.relations.filter((relation) => !isPastFor(hop, relation, words))
  return relations.length === 0 ? hop : { ...hop, relations }
}

function isPastFor({ form, from, to, isLiteral }: Hop, relation: Relation, words: readonly PlacedWord[]): boolean {
  const { isParticiple: isPast, kind, prepositions, contents } = relation
  if (isLiteral || !isPast || kind !== 'active' || isHolding(contents[0])) return false
  if (words.slice(0, from).some(({ key }) => pastAuxiliaries.has(key))) return false
  const isPassive = isParticiple(words[to - 1].key)
  if (isPassive && words[to]?.key !== 'by') return false
  if (form === 'active' && prepositions.length > 0) return true
  return prepositions.length === 0 && !isSymmetric(relation) && !hasEventForm(relation)
}

/** "Who owned it?", but not "the team owned by it" or "is owned". */
function isPastVerb({ form, to, isParticiple: isPassive, isLiteral }: Hop, words: readonly PlacedWord[]): boolean {
  if (isLiteral || form !== 'active' || isPassive) return false
  return isParticiple(words[to - 1].key) && words[to]?.key !== 'by'
}

export const isActiveByName = (relation: Relation): boolean =>
  relation.isParticiple && relation.kind === 'active' && !isDone(relation) && isPastByName(relation)

const isEvent = ({ from, to, relations }: Hop, words: readonly PlacedWord[]): boolean =>
  words.slice(from, to).some(({ key }) => isEventVerb(key)) ||
  relations.every((relation) => isPastByName(relation) && !isStateThen(relation, from, words))

/** "Who was engaged to Sven?" asks for what is over, which `engaged_to` does not tell. */
const isStateThen = ({ prepositions }: Relation, from: number, words: readonly PlacedWord[]): boolean =>
  prepositions.length > 0 && words.slice(0, from).some(({ key }) => ['was', 'were', 'been'].includes(key))

/** `Ann -> visited -> Rome`, `Bo -> moved_to -> Cardiff`: the graph itself tells of the past. */
function isPastByName(relation: Relation): boolean {
  const { name, contents, isParticiple: isPast, kind, prepositions } = relation
  if (hasEventForm(relation)) return true
  if (!isPast || kind !== 'active' || /\bby$/.test(name)) return false
  return prepositions.length === 0 || (!isHolding(contents[0]) && !isDone(relation))
}

const isDone = ({ contents }: Relation): boolean => contents.flat().some((form) => done.has(form))

/** Of what is done to something, the participle tells no doer: what is `sold_to` somebody did not sell. */
const done = new Set(
  [
    ...wordSet(
      'sell lend give send ship deliver dedicate assign award rent hand locate base situate store host deploy name',
    ),
  ].flatMap(wordForms),
)

const hasEventForm = ({ contents }: Pick<Relation, 'contents'>): boolean =>
  contents.some((forms) => forms.some((form) => eventVerbs.has(form)))
