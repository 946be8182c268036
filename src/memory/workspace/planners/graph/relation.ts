import { fieldKey } from '../../records/field-names.js'
import { isParticiple, wordForms } from '../word-forms.js'

/**
 * How the name of a relation puts its two ends. A verb has one who does it and one it is done to; a noun has one who
 * is it and one whose it is: `Ann -> manages -> Bob`, `Bob -> managed_by -> Ann`, `Bob -> manager -> Ann`,
 * `Ann -> manager_of -> Bob` and `Bob -> has_manager -> Ann` all say the same.
 */
export interface Relation {
  readonly name: string
  readonly kind: 'active' | 'passive' | 'noun' | 'noun_of' | 'plain'
  /** The noun says who does it (manager, owner), not what it is done to (dependency, product). */
  readonly isAgentive: boolean
  /** `stored_in`: what is said of the subject is done to it. */
  readonly isParticiple: boolean
  /** Its telling words, in the forms that find them. */
  readonly contents: readonly (readonly string[])[]
  /** What stands behind them: `on`, `to`, `at` … */
  readonly prepositions: readonly string[]
}

const small: ReadonlySet<string> = new Set(
  'is are was were be been has have had a an the by of to in on at for from with into as than about under over'.split(
    ' ',
  ),
)
/** Verbs that end in "of". */
const ofVerbs = /^(?:consist|consists|composed|made|comprised|comprises|think|thinks)$/
const agentive = /(?:er|or|eer|ist)s?$/
const agents: ReadonlySet<string> = new Set(
  'boss chief head parent ceo cto author guide captain coach mentor cause causes implementation implementations'.split(
    ' ',
  ),
)
/** Verbs that end as those nouns do: in `Ann -> mentors -> Bob` somebody does it. */
const agentlikeVerbs: ReadonlySet<string> = new Set(
  `mentors sponsors monitors authors tutors covers offers triggers orders filters transfers registers powers delivers
  answers administers masters renders refers prefers discovers enters alters anchors honors favors steers engineers
  buffers shelters fosters considers remembers mirrors factors tenders uncovers`.split(/\s+/),
)
const verbal = /(?:s|ed|ing)$/

/** "manager", "owner", "parent": a word for who does it. */
export const isAgent = (word: string): boolean => agentive.test(word) || agents.has(word)

/** "dependency", "location", "requirement": a word for what it is done to, or where. */
export const isResult = (word: string): boolean => /(?:enc(?:y|ies|es?)|ments?|tions?)$/.test(word) && !agents.has(word)

export function readRelation(name: string): Relation {
  const words = fieldKey(name).split(' ')
  const contents = words.filter((word) => !small.has(word))
  const head = contents.at(-1) ?? words[0]
  return {
    name,
    kind: kindOf(words, contents),
    isAgentive: isAgent(head) && !agentlikeVerbs.has(head),
    isParticiple: isParticiple(head),
    contents: (contents.length === 0 ? words : contents).map(wordForms),
    prepositions: words.slice(words.indexOf(head) + 1).filter((word) => small.has(word)),
  }
}

function kindOf(words: readonly string[], contents: readonly string[]): Relation['kind'] {
  const [first] = contents
  if (first === undefined) return 'active'
  if (words.at(-1) === 'by') return 'passive'
  if (words[0] === 'has' || words[0] === 'have') return 'noun'
  if (words.at(-1) === 'of' && words.length > 1) return ofVerbs.test(first) ? 'active' : 'noun_of'
  // "depends on", "located in", "reports to".
  if (small.has(words.at(-1) ?? '')) return 'active'
  const head = contents.at(-1) ?? first
  if (isAgent(head) && !agentlikeVerbs.has(head)) return 'noun'
  return verbal.test(first) && !/(?:ss|us|is)$/.test(first) ? 'active' : 'plain'
}
