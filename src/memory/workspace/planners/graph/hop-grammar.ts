import { type PlacedWord, range, wordSet } from '../../phrases.js'
import { beingForms } from '../small-words.js'
import { isParticiple } from '../word-forms.js'
import { isSupported } from './agent-nouns.js'
import type { Hop } from './hop.js'
import { kindNouns } from './kind-nouns.js'
import { isHolding, ownsPreposition } from './prepositions.js'
import type { Relation } from './relation.js'
import { isSymmetric } from './symmetry.js'
import { isActiveByName } from './tense.js'

/*
 * GWT19: a step is read only in a form that English has for it. The words of a relation in any other place or form say
 * something else: who "manages for Mila" does not manage Mila, who "worked at Zaro" is not where Zaro works.
 */

interface Span {
  readonly from: number
  readonly to: number
}

const prepositions = wordSet('in on at to from for with by of into after before about under over through against')
const askers = wordSet('who whom what which where')
const relatives = wordSet('that who which whom')
const auxiliaries = wordSet('is are was were be been being do does did has have had')
const naming = wordSet('called named titled known')

/** Positions of words that a step has in a form or a place that English does not give it. */
export function misplacedInSteps(words: readonly PlacedWord[], nodes: readonly Span[], hops: readonly Hop[]): number[] {
  const steps = hops.filter(({ isLiteral }) => !isLiteral)
  return [
    ...steps.flatMap((hop) => (isWellFormed(hop, words, nodes, hops) ? [] : range(hop.from, hop.to))),
    ...steps.flatMap((hop) => foreignPreposition(hop, words)),
    ...looseFront(words, hops),
  ]
}

function isWellFormed(hop: Hop, words: readonly PlacedWord[], nodes: readonly Span[], hops: readonly Hop[]): boolean {
  const { key } = words[hop.to - 1]
  // "Nearly" is not "near".
  if (key.endsWith('ly') && hop.relations.every(({ contents }) => contents.flat().includes(key.slice(0, -2))))
    return false
  if (hop.form === 'noun') return isSupported(key, hop.relations)
  if (isPassiveOfIntransitive(hop, words)) return false
  if (hop.isParticiple && isActivePast(hop, words, hops)) return hop.relations.every(isActiveByName)
  const next = words[hop.to]?.key
  if (next === 'by' && hop.relations.every(isSymmetric)) return /^border/.test(key)
  if (next === 'by') return isParticiple(key) || hop.relations.some(({ prepositions: own }) => own.includes('by'))
  const isPassive = isParticiple(key) && beingForms.has(words[hop.from - 1]?.key ?? '')
  // "Who is owned Zaro?"
  return !(isPassive && nodes.some(({ from }) => from === hop.to) && !naming.has(key))
}

/** "Who is reported to Lee?", "where is Kim worked?": what has an object only by its preposition. */
const isPassiveOfIntransitive = ({ from, to, relations }: Hop, words: readonly PlacedWord[]): boolean =>
  isParticiple(words[to - 1].key) &&
  words.slice(0, from).some(({ key }) => beingForms.has(key)) &&
  !askers.has(words[from - 1]?.key ?? '') &&
  !relatives.has(words[from - 1]?.key ?? '') &&
  relations.every(
    ({ kind, isParticiple: isPast, prepositions: own, contents }) =>
      kind === 'active' && !isPast && own.length > 0 && !isHolding(contents.flat()),
  )

/** "Who reported to Lee?" is active, "the parts contained in it" and "who is employed at Acme" are not. */
function isActivePast({ from, to }: Hop, words: readonly PlacedWord[], hops: readonly Hop[]): boolean {
  if (words[to]?.key === 'by') return false
  const before = words[from - 1]?.key ?? ''
  if (askers.has(before) || relatives.has(before)) return true
  const isOfKind = kindNouns.has(before) && askers.has(words[from - 2]?.key ?? '')
  return isOfKind && hops.length === 1 && !words.some(({ key }) => auxiliaries.has(key))
}

/** "Who manages for Mila?", "who owns from Zaro?": a preposition that no name of the relation has. */
function foreignPreposition(hop: Hop, words: readonly PlacedWord[]): readonly number[] {
  const next = words[hop.to]?.key ?? ''
  if (!prepositions.has(next) || next === 'by') return []
  if (hop.form === 'noun' && next === 'of') return []
  return hop.relations.some((relation) => mayHave(relation, hop, next, words)) ? [] : [hop.to]
}

/** What is mutual is so "to" or "with" the other. */
const mayHave = (relation: Relation, hop: Hop, preposition: string, words: readonly PlacedWord[]): boolean =>
  (isSymmetric(relation) && ['to', 'with', 'of'].includes(preposition)) ||
  ownsPreposition(relation, hop, preposition, words)

/** "For whom who …", "from where does he work": what stands in front belongs to a step, or asks for a place. */
function looseFront(words: readonly PlacedWord[], hops: readonly Hop[]): readonly number[] {
  const [first, second, third] = words.map(({ key }) => key)
  if (first === undefined || !prepositions.has(first) || !askers.has(second ?? '')) return []
  if (askers.has(third ?? '')) return [0]
  const isOwned = hops.some(
    (hop) =>
      hop.isLiteral ||
      (first === 'by' && isParticiple(words[hop.to - 1].key)) ||
      hop.relations.some((relation) => mayHave(relation, hop, first, words)),
  )
  return isOwned || ['in', 'on', 'at'].includes(first) ? [] : [0]
}
