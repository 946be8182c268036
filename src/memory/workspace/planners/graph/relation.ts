import { wordSet } from '../../phrases.js'
import { fieldKey } from '../../records/field-names.js'
import { isParticiple, wordForms } from '../word-forms.js'

/**
 * How a relation's name assigns roles to its two ends. `Ann -> manages -> Bob`, `Bob -> managed_by -> Ann`,
 * `Bob -> manager -> Ann`, `Ann -> manager_of -> Bob` and `Bob -> has_manager -> Ann` all state the same fact.
 */
export interface Relation {
  readonly name: string
  readonly kind: 'active' | 'passive' | 'noun' | 'noun_of' | 'plain'
  /** The noun names the doer (manager, owner), not the object (dependency, product). */
  readonly isAgentive: boolean
  /** `stored_in`: the subject is acted upon. */
  readonly isParticiple: boolean
  /** Its content words, each in the forms that match it. */
  readonly contents: readonly (readonly string[])[]
  /** The prepositions after them: `on`, `to`, `at` … */
  readonly prepositions: readonly string[]
}

const functionWords = wordSet(
  'is are was were be been has have had a an the by of to in on at for from with into as than about under over',
)
/** Verbs that end in "of". */
const ofVerbs = /^(?:consist|consists|composed|made|comprised|comprises|think|thinks)$/
const agentive = /(?:er|or|eer|ist)s?$/
const agents = wordSet(
  'boss chief head parent ceo cto author guide captain coach mentor cause causes implementation implementations',
)
/** Verbs that end like agent nouns: `Ann -> mentors -> Bob` is active. */
const agentlikeVerbs =
  wordSet(`mentors sponsors monitors authors tutors covers offers triggers orders filters transfers registers powers delivers
  answers administers masters renders refers prefers discovers enters alters anchors honors favors steers engineers
  buffers shelters fosters considers remembers mirrors factors tenders uncovers`)
const verbal = /(?:s|ed|ing)$/

/** "manager", "owner", "parent": a noun for the doer. */
export const isAgent = (word: string): boolean => agentive.test(word) || agents.has(word)

/** "dependency", "location", "requirement": a noun for the object or the place. */
export const isResult = (word: string): boolean => /(?:enc(?:y|ies|es?)|ments?|tions?)$/.test(word) && !agents.has(word)

export function readRelation(name: string): Relation {
  const words = fieldKey(name).split(' ')
  const contents = words.filter((word) => !functionWords.has(word))
  const head = contents.at(-1) ?? words[0]
  return {
    name,
    kind: kindOf(words, contents),
    isAgentive: isAgent(head) && !agentlikeVerbs.has(head),
    isParticiple: isParticiple(head),
    contents: (contents.length === 0 ? words : contents).map(wordForms),
    prepositions: words.slice(words.indexOf(head) + 1).filter((word) => functionWords.has(word)),
  }
}

function kindOf(words: readonly string[], contents: readonly string[]): Relation['kind'] {
  const [first] = contents
  if (first === undefined) return 'active'
  if (words.at(-1) === 'by') return 'passive'
  if (words[0] === 'has' || words[0] === 'have') return 'noun'
  if (words.at(-1) === 'of' && words.length > 1) return ofVerbs.test(first) ? 'active' : 'noun_of'
  // "depends on", "located in", "reports to".
  if (functionWords.has(words.at(-1) ?? '')) return 'active'
  const head = contents.at(-1) ?? first
  if (isAgent(head) && !agentlikeVerbs.has(head)) return 'noun'
  return verbal.test(first) && !/(?:ss|us|is)$/.test(first) ? 'active' : 'plain'
}
