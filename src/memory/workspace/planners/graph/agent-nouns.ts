import { wordSet } from '../../phrases.js'
import { isAgent, isResult, type Relation } from './relation.js'

const nouns = wordSet(`lead leads deputy assistant student pupil heir spouse neighbour neighbor client guest part parts
  source target base basis home origin seat site`)

/**
 * Whether a word is a noun for an end of these relations: "the owner of" of `owns`, "the dependency of" of `depends_on`,
 * "the sister of" of `sister`; of `reports_to` neither "the report" nor "the reporter", and of `sold_to` no "seller",
 * who is at neither end.
 */
export const isSupported = (word: string, relations: readonly Relation[]): boolean =>
  isResult(word) || relations.some((relation) => isNounOf(word, relation))

function isNounOf(word: string, { kind, prepositions, contents }: Relation): boolean {
  if (kind === 'noun' || kind === 'noun_of' || kind === 'plain') return true
  if (/ees?$/.test(word) || nouns.has(word)) return true
  const isVerbOfPreposition = kind === 'active' && prepositions.length > 0
  return isAgent(word) && (!isVerbOfPreposition || contents.at(-1)?.includes(word) === true)
}
