import { type PlacedWord, wordSet } from '../../phrases.js'
import type { Hop } from './hop.js'
import { isHolding } from './prepositions.js'
import type { Relation } from './relation.js'

/** The words of the question that the walk has covered so far. */
export interface Covered {
  readonly from: number
  readonly to: number
}

/** The direction along a relation. */
export interface Direction {
  readonly isForward: boolean
}

/**
 * The role of the covered part in the step. For a verb: `doer` acts, `done_to` is acted upon. For a noun: `holder` is
 * the noun ("the manager"), `base` has it (the one who is managed).
 */
type Role = 'doer' | 'done_to' | 'holder' | 'base'

/** Decides the direction from the position and the form of the step's words. */
export function directionOf(hop: Hop, relation: Relation, covered: Covered, words: readonly PlacedWord[]): Direction {
  if (hop.isLiteral) return { isForward: true }
  const role = roleOf(hop, relation, covered, words)
  const { subject } = subjectRole(relation, role, hop)
  return { isForward: subject === role }
}

const pronouns = wordSet('it that this them those him her')
const asked = wordSet('what which whom who')

const relatives = wordSet('that which who whom')

function roleOf(
  { from, to, form, isParticiple }: Hop,
  relation: Relation,
  covered: Covered,
  words: readonly PlacedWord[],
): Role {
  // "Where does the person live that Bob reports to?": the step counts as after the relative clause that follows it.
  const isAfter = from >= covered.to || relatives.has(words[to]?.key ?? '')
  if (form === 'noun') {
    // "What is Paris the capital of?"
    const leavesOpen = words[to]?.key === 'of' && (to + 1 >= words.length || asked.has(words[to + 1].key))
    const isOpen = leavesOpen || isSubjectOfBeing(from, covered, words)
    return isAfter && isOpen && !words[covered.to - 1].isPossessive ? 'holder' : 'base'
  }
  // "… and who owns that?"
  const isObject = !isAfter || (from >= covered.to && pronouns.has(words[to]?.key ?? ''))
  // "Where is it stored?" with a relation `stores` is read as a passive.
  const isPassive = form === 'passive' || (isParticiple && !(relation.kind === 'active' && relation.isParticiple))
  if (isPassive) return isAfter ? 'done_to' : 'doer'
  return isObject ? 'done_to' : 'doer'
}

const beingWords = wordSet('is are was were')

/** "… that the parser is a part of": the covered part is the subject of "is". */
function isSubjectOfBeing(from: number, covered: Covered, words: readonly PlacedWord[]): boolean {
  const before = words[from - 1]?.key ?? ''
  const at = ['a', 'an', 'the'].includes(before) ? from - 2 : from - 1
  return at >= covered.to && beingWords.has(words[at].key)
}

/** The role of the relation's subject. */
function subjectRole(
  { kind, isAgentive, isParticiple, prepositions, contents }: Relation,
  role: Role,
  hop: Hop,
): { readonly subject: Role } {
  const isVerbRole = role === 'doer' || role === 'done_to'
  if (isVerbRole) {
    // "What stores it?" with a relation `stored_in`: the subject is what is stored. In `Ann -> founded -> Acme` she acts.
    if (kind === 'active' && isParticiple && prepositions.length > 0 && !hop.isParticiple && isHolding(contents[0]))
      return { subject: 'done_to' }
    if (kind === 'active' || kind === 'plain') return { subject: 'doer' }
    if (kind === 'passive') return { subject: 'done_to' }
    // `Bob -> manager -> Ann`: Ann acts. `Atlas -> dependency -> Redis`: Atlas acts.
    const isHolder = kind === 'noun_of'
    return { subject: isHolder === isAgentive ? 'doer' : 'done_to' }
  }
  if (kind === 'noun' || kind === 'plain') return { subject: 'base' }
  if (kind === 'noun_of') return { subject: 'holder' }
  // With a verb relation, the holder of "the manager of Bob" is the doer, that of "the dependency of Atlas" the object.
  return { subject: (kind === 'active') === hop.isAgentive ? 'holder' : 'base' }
}
