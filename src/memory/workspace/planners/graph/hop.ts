import { type PlacedWord, wordSet } from '../../phrases.js'
import { fieldKey } from '../../records/field-names.js'
import { beingForms, doForms } from '../small-words.js'
import { isParticiple, wordForms } from '../word-forms.js'
import { isAgent, isResult, type Relation } from './relation.js'

/** Words of the question that name a step in the graph. */
export interface Hop {
  readonly from: number
  readonly to: number
  /** Every relation that the words may mean. */
  readonly relations: readonly Relation[]
  readonly form: 'active' | 'passive' | 'noun'
  /** The noun names the doer: "the owner of", not "the dependency of". */
  readonly isAgentive: boolean
  readonly isResult: boolean
  /** "is stored", "contained in": a passive without a doer. */
  readonly isParticiple: boolean
  /** The question spells the relation as the graph does, with underscores: it is followed as written. */
  readonly isLiteral: boolean
}

const plainHop = { form: 'active', isAgentive: false, isResult: false, isParticiple: false } as const

/** Steps that the question names, in the order of its words. Words in `taken` are skipped. */
export function findHops(
  words: readonly PlacedWord[],
  relations: readonly Relation[],
  taken: ReadonlySet<number>,
): readonly Hop[] {
  const forms = words.map(({ key }) => wordForms(key))
  const hops: Hop[] = []
  // "Follow supplier, then CEO": the words after "follow" are a path.
  const following = words.findIndex(({ key }) => key === 'follow' || key === 'following')
  const followed = following < 0 ? words.length : following
  for (let at = 0; at < words.length; at++) {
    if (taken.has(at)) continue
    const literal = relations.filter(({ name }) => isSpelledOut(name, words[at].surface))
    if (literal.length > 0) {
      hops.push({ ...plainHop, from: at, to: at + 1, relations: literal, isLiteral: true })
      continue
    }
    const found = relations
      .map((relation) => ({ relation, to: matchEnd(relation, forms, at, taken) }))
      .filter((match) => match.to !== undefined)
    if (found.length === 0) continue
    const longest = Math.max(...found.map(({ to }) => to ?? 0))
    const meant = preferPrepositions(
      found.filter(({ to }) => to === longest).map(({ relation }) => relation),
      words,
      longest,
    )
    hops.push({
      from: at,
      to: longest,
      relations: meant,
      form: formOf(words, at, longest),
      isAgentive: isAgent(words[longest - 1].key),
      isResult: isResult(words[longest - 1].key),
      isParticiple: isPassiveParticiple(words, at, longest),
      isLiteral: at > followed,
    })
    at = longest - 1
  }
  return hops
}

/** The end of the relation's content words if they begin at `at` and follow each other directly. */
function matchEnd(
  { contents }: Relation,
  forms: readonly (readonly string[])[],
  at: number,
  taken: ReadonlySet<number>,
): number | undefined {
  const matches = contents.every((content, offset) => {
    const place = at + offset
    return place < forms.length && !taken.has(place) && content.some((form) => forms[place].includes(form))
  })
  return matches ? at + contents.length : undefined
}

/** "Who works with Ann?" means `works_with`, not `works_at`. */
function preferPrepositions(
  relations: readonly Relation[],
  words: readonly PlacedWord[],
  to: number,
): readonly Relation[] {
  const next = words[to]?.key ?? ''
  if (!relations.some(({ prepositions }) => prepositions.includes(next))) return relations
  return relations.filter(({ prepositions }) => prepositions.length === 0 || prepositions.includes(next))
}

/** `depends_on`, `dependsOn`, `DEPENDS_ON`: such spellings name the relation itself. */
const isSpelledOut = (name: string, surface: string): boolean =>
  /\p{L}_\p{L}|^\p{Lu}{3,}$|\p{Ll}\p{Lu}/u.test(surface) && fieldKey(name) === fieldKey(surface)

const relatives = wordSet('who that which')
const placePrepositions = wordSet('in on at to from within inside under')

/** A participle after a form of "to be", or before a place. "Who owned it?" has neither and is active. */
function isPassiveParticiple(words: readonly PlacedWord[], from: number, to: number): boolean {
  if (!isParticiple(words[to - 1].key)) return false
  // "What does it run on?"
  const isPlain = !/ed$/.test(words[to - 1].key)
  if (isPlain && words.slice(0, from).some(({ key }) => doForms.has(key))) return false
  if (placePrepositions.has(words[to]?.key ?? '')) return true
  // "Who is the mentor of the person who founded it?": "is" belongs to another clause.
  if (relatives.has(words[from - 1]?.key ?? '')) return false
  return words.slice(0, from).some(({ key }) => beingForms.has(key))
}

const articles = wordSet('the a an whose its their his her all')

function formOf(words: readonly PlacedWord[], from: number, to: number): Hop['form'] {
  const next = words[to]?.key
  const word = words[to - 1].key
  if (next === 'by') return 'passive'
  if (next === 'of' && !/(?:s|ed)$/.test(word)) return 'noun'
  const before = words[from - 1]
  if (before?.isPossessive || articles.has(before?.key ?? '') || next === 'of') return 'noun'
  return 'active'
}
