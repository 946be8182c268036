import type { PlacedWord } from '../../phrases.js'
import type { Hop } from './hop.js'
import type { Relation } from './relation.js'

/** The part of the question that is answered so far. */
export interface Covered {
  readonly from: number
  readonly to: number
}

/** Which way to go along a relation, and whether the other way may be meant just as well. */
export interface Direction {
  readonly isForward: boolean
  readonly isSure: boolean
}

/** What the covered part is to the step: who does it, or to whom it is done; what is it, or whose it is. */
type Role = 'doer' | 'done_to' | 'holder' | 'base'

/** From the covered part along the relation, by where the step's words stand and what form they have. */
export function directionOf(hop: Hop, relation: Relation, covered: Covered, words: readonly PlacedWord[]): Direction {
  if (hop.isLiteral) return { isForward: true, isSure: true }
  const role = roleOf(hop, relation, covered, words)
  const { subject, isSure } = subjectRole(relation, role, hop)
  return { isForward: subject === role, isSure }
}

const pronouns: ReadonlySet<string> = new Set(['it', 'that', 'this', 'them', 'those', 'him', 'her'])
const asked: ReadonlySet<string> = new Set(['what', 'which', 'whom', 'who'])

const relatives: ReadonlySet<string> = new Set(['that', 'which', 'who', 'whom'])

function roleOf(
  { from, to, form, isParticiple }: Hop,
  relation: Relation,
  covered: Covered,
  words: readonly PlacedWord[],
): Role {
  // "Where does the person live that Bob reports to?": whoever lives there comes behind.
  const isBehind = from >= covered.to || relatives.has(words[to]?.key ?? '')
  if (form === 'noun') {
    // "What is Paris the capital of?"
    const leavesOpen = words[to]?.key === 'of' && (to + 1 >= words.length || asked.has(words[to + 1].key))
    const isOpen = leavesOpen || isSaidOf(from, covered, words)
    return isBehind && isOpen && !words[covered.to - 1].isPossessive ? 'holder' : 'base'
  }
  // "… and who owns that?"
  const isObject = !isBehind || (from >= covered.to && pronouns.has(words[to]?.key ?? ''))
  // "Where is it stored?", by a relation `stores`: as if somebody did it.
  const isPassive = form === 'passive' || (isParticiple && !(relation.kind === 'active' && relation.isParticiple))
  if (isPassive) return isBehind ? 'done_to' : 'doer'
  return isObject ? 'done_to' : 'doer'
}

const beingWords: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were'])

/** "… that the parser is a part of": what is covered is it. */
function isSaidOf(from: number, covered: Covered, words: readonly PlacedWord[]): boolean {
  const before = words[from - 1]?.key ?? ''
  const at = ['a', 'an', 'the'].includes(before) ? from - 2 : from - 1
  return at >= covered.to && beingWords.has(words[at].key)
}

/** What the relation's subject is, in the terms of the role asked about. */
function subjectRole(
  { kind, isAgentive, isParticiple }: Relation,
  role: Role,
  hop: Hop,
): { readonly subject: Role; readonly isSure: boolean } {
  const isVerbRole = role === 'doer' || role === 'done_to'
  if (isVerbRole) {
    // "What stores it?", by a relation `stored_in`: the subject is what is stored.
    if (kind === 'active' && isParticiple && !hop.isParticiple) return { subject: 'done_to', isSure: false }
    if (kind === 'active' || kind === 'plain') return { subject: 'doer', isSure: kind === 'active' }
    if (kind === 'passive') return { subject: 'done_to', isSure: true }
    // `Bob -> manager -> Ann`: Ann does it. `Atlas -> dependency -> Redis`: Atlas does.
    const isHolder = kind === 'noun_of'
    return { subject: isHolder === isAgentive ? 'doer' : 'done_to', isSure: isAgentive }
  }
  if (kind === 'noun' || kind === 'plain') return { subject: 'base', isSure: kind === 'noun' }
  if (kind === 'noun_of') return { subject: 'holder', isSure: true }
  // "the manager of Bob" by a verb: who does it is the holder. "The dependency of Atlas": what it is done to.
  return { subject: (kind === 'active') === hop.isAgentive ? 'holder' : 'base', isSure: hop.isAgentive || hop.isResult }
}
