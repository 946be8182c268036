import { once } from '../../../../once.js'
import { groupOfWord, type PlacedWord } from '../../phrases.js'
import { nounsOfKind } from './kind-nouns.js'
import type { Relation } from './relation.js'

/*
 * GWT19: what a relation tells of the kind of its two ends. "Which company does Kim live in?" claims something that
 * `lives_in` denies.
 */

type Kind = 'person' | 'group' | 'place' | 'spot' | 'thing' | 'language'

type Kinds = readonly Kind[]

interface Ends {
  readonly subject: Kinds
  readonly object: Kinds
}

const doers: Kinds = ['person', 'group']
const people: Kinds = ['person']
const places: Kinds = ['place']
const somewhere: Kinds = ['place', 'spot']
const things: Kinds = ['thing']

const endsOf: readonly (readonly [verbs: string, ends: Partial<Ends>])[] = [
  ['live lives reside resides born', { subject: people, object: places }],
  [
    'located based headquartered situated hosted stored deployed located_in',
    { subject: ['group', 'thing', 'place', 'spot', 'person'], object: somewhere },
  ],
  [
    'reports report mentors mentor teaches supervises married mentored taught supervised',
    { subject: people, object: people },
  ],
  ['works work employed', { subject: people }],
  ['speaks speak', { subject: people, object: ['language'] }],
  ['manages manage leads lead managed led', { subject: doers, object: ['person', 'group', 'thing'] }],
  ['owns own owned owner', { subject: doers, object: ['group', 'thing', 'place'] }],
  ['supplies supply supplied', { subject: doers, object: ['group', 'person', 'thing'] }],
  ['founded found', { subject: doers, object: ['group', 'place'] }],
  ['capital borders border', { subject: places, object: places }],
  ['maintains maintain maintained', { subject: doers, object: things }],
  ['depends depend uses use requires require calls imports', { subject: things, object: things }],
]

const ends: ReadonlyMap<string, Partial<Ends>> = new Map(
  endsOf.flatMap(([verbs, each]) => verbs.split(' ').map((verb) => [verb, each] as const)),
)

/** The kinds that the end of a relation can be of; undefined when the relation does not tell. */
export function kindsAt({ name, kind, prepositions }: Relation, end: 'subject' | 'object'): Kinds | undefined {
  const words = name.toLowerCase().split(/[^\p{L}]+/u)
  if (words.includes('written') && prepositions.includes('in')) return end === 'object' ? ['language'] : things
  if (words.includes('works') || words.includes('work')) {
    if (end === 'object')
      return prepositions.some((each) => each === 'at' || each === 'for') ? ['group', 'place', 'spot'] : undefined
  }
  const known = words.map((word) => ends.get(word)).find((each) => each !== undefined)
  // What something is in, on or at is no person.
  if (known === undefined && prepositions.some((each) => inside.has(each)) && end === 'subject')
    return ['thing', 'place', 'spot']
  if (known === undefined && end === 'object' && prepositions.some((each) => inside.has(each)))
    return ['place', 'spot', 'thing']
  if (known === undefined) return undefined
  // `owned_by`, `owner`: the doer is the object; `mentors` and `mentor_of` have it as the subject.
  const isTurned = kind === 'passive' || (kind === 'noun' && !prepositions.includes('to'))
  return known[isTurned ? (end === 'subject' ? 'object' : 'subject') : end]
}

const inside = new Set(['in', 'on', 'at', 'into', 'under'])
const byName = new Set(['team', 'department', 'group'])
/** The names of countries, as CLDR has them. */
const countries = once((): ReadonlySet<string> => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((a) => letters.map((b) => a + b))
  return new Set(codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []))
})

const isCountry = (name: string): boolean => countries().has(name.toLowerCase())

const kindOfNoun = groupOfWord(nounsOfKind)

/** Whether a noun may name an end that can be of these kinds. A person is only what can be nothing else. */
export function mayBe(noun: string, kinds: Kinds | undefined, names: readonly string[]): boolean {
  const kind = Object.hasOwn(kindOfNoun, noun) ? kindOfNoun[noun] : undefined
  if (kind === undefined) return true
  if (kinds !== undefined && !kinds.includes(kind)) return false
  const singular = noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '')
  if (names.length > 0 && names.every((name) => name.toLowerCase().split(/\s+/).includes(singular))) return true
  // "Team Heron" is called a team; what else is managed may be anything.
  if (byName.has(singular) && kinds?.length !== 1) return false
  if (kind === 'place' && singular !== 'place' && singular !== 'location') {
    const isOfCountry = singular === 'country'
    if (names.some((name) => isCountry(name) !== isOfCountry)) return false
  }
  if (kinds === undefined) return kind === 'thing'
  return kind !== 'person' || kinds.length === 1
}

/** Whether "who" may ask for an end of these kinds. */
export const mayBeWho = (kinds: Kinds | undefined): boolean =>
  kinds === undefined || kinds.includes('person') || kinds.includes('group')

/** Whether "what" may ask for it: nobody is a thing. */
export const mayBeWhat = (kinds: Kinds | undefined): boolean => kinds?.length !== 1 || kinds[0] !== 'person'

/** The noun for what the question asks for: "which city", "what language", "list the services". */
export function askedNoun(words: readonly PlacedWord[], kindNouns: ReadonlySet<string>): number | undefined {
  const at = words.findIndex(({ key }, place) => {
    const before = words[place - 1]?.key ?? ''
    return kindNouns.has(key) && ['which', 'what', 'many', 'whose'].includes(before)
  })
  return at < 0 ? undefined : at
}
