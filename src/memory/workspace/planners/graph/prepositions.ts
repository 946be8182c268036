import { type PlacedWord, range, wordSet } from '../../phrases.js'
import type { Hop } from './hop.js'
import type { Relation } from './relation.js'
import { isSymmetric } from './symmetry.js'

/*
 * GWT19: a relation's preposition belongs to its meaning. `written_in` does not tell who wrote it, `works_at` not with
 * whom, and who reports *on* somebody need not report *to* them.
 */

const telling = wordSet('in on at to from with for into about under over')
const places = wordSet('in on at under over into')
const placeNouns = wordSet('location place address office city country home house room capital site region')
const moving = wordSet(
  'come comes came originate originates go goes went move moves moved travel travels travelled ship ships shipped deliver send sends sent',
)
const staying = wordSet('live lives reside resides work works stay stays sit sits lie lies locate located base based')
/** "Works for Acme" and "works in Sales" are said of where somebody works. */
const alike: readonly ReadonlySet<string>[] = [wordSet('in at'), wordSet('in on')]
const alikeAtWork = wordSet('at for')
const working = wordSet('work works worked working employ employed')

/** What holds a thing in it acts, too: what is stored in a database is what the database stores. */
const holding = wordSet(
  'host hosts hosted store stores stored contain contains contained house houses housed keep keeps kept',
)

export const isHolding = (forms: readonly string[]): boolean => forms.some((form) => holding.has(form))

/** The hop with the relations whose prepositions the question has; undefined when there is none. */
export function withPrepositions(hop: Hop, words: readonly PlacedWord[]): Hop | undefined {
  if (hop.isLiteral || hop.form === 'noun') return hop
  const relations = hop.relations.filter((relation) => fits(relation, hop, words))
  return relations.length === 0 ? undefined : { ...hop, relations }
}

/** The position of a preposition right after the hop that belongs to its relations: "flows into the sea". */
export function prepositionAfter({ to, relations }: Hop, words: readonly PlacedWord[]): readonly number[] {
  const next = words[to]?.key ?? ''
  return relations.some(({ prepositions }) => prepositions.includes(next)) ? [to] : []
}

/** Whether "where" may ask for the end of a relation: that it is in, on or at. */
export const isPlaced = ({ prepositions, contents }: Relation): boolean =>
  prepositions.some((each) => places.has(each)) ||
  contents.flat().some((form) => holding.has(form) || moving.has(form) || placeNouns.has(form))

/** Whether a preposition after a step, or before the question word, may be one of the relation. */
export function ownsPreposition(
  relation: Relation,
  { from, to }: Hop,
  preposition: string,
  words: readonly PlacedWord[],
): boolean {
  const { prepositions, contents } = relation
  if (prepositions.some((each) => each === preposition || areAlike(each, preposition, relation))) return true
  const isPlace = places.has(preposition)
  if (isPlace && (range(from, to).some((at) => holding.has(words[at].key)) || isHolding(contents.flat()))) return true
  if (prepositions.length > 0) return false
  // "Kim -> lives -> Oslo": the relation may leave its preposition out.
  const isStaying = contents.flat().some((form) => staying.has(form) || placeNouns.has(form))
  return (isPlace && isStaying) || contents.flat().some((form) => moving.has(form))
}

const areAlike = (a: string, b: string, { contents }: Relation): boolean =>
  alike.some((set) => set.has(a) && set.has(b)) ||
  (alikeAtWork.has(a) && alikeAtWork.has(b) && contents.flat().some((form) => working.has(form)))

function fits(relation: Relation, { from, to }: Hop, words: readonly PlacedWord[]): boolean {
  const own = relation.prepositions.filter((each) => telling.has(each))
  if (own.length === 0 || isSymmetric(relation)) return true
  if (range(from, to).some((at) => holding.has(words[at].key))) return true
  const isOwn = (word: string) => own.some((each) => each === word || areAlike(each, word, relation))
  const next = words[to]?.key ?? ''
  if (telling.has(next)) return isOwn(next)
  const hasPlace = own.some((each) => places.has(each)) || words.slice(from, to).some(({ key }) => moving.has(key))
  if (hasPlace && words.some(({ key }) => key === 'where')) return true
  return words.some(({ key }, at) => isOwn(key) && !range(from, to).includes(at))
}
