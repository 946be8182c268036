import type { PlacedWord } from '../../phrases.js'
import { fieldKey } from '../../records/field-names.js'
import { isAgent, isResult, type Relation, wordForms } from './relation.js'

/** Words of the question that name a step along the graph. */
export interface Hop {
  readonly from: number
  readonly to: number
  /** Every relation that the words may mean. */
  readonly relations: readonly Relation[]
  readonly form: 'active' | 'passive' | 'noun'
  /** The word says who does it: "the owner of", not "the dependency of". */
  readonly isAgentive: boolean
  readonly isResult: boolean
  /** The relation's own spelling, underscores and all: then it is followed as it is written. */
  readonly isLiteral: boolean
}

/** Steps that the question names, in the order of its words. Words of `taken` name something else. */
export function findHops(
  words: readonly PlacedWord[],
  relations: readonly Relation[],
  taken: ReadonlySet<number>,
): readonly Hop[] {
  const forms = words.map(({ key }) => wordForms(key))
  const hops: Hop[] = []
  for (let at = 0; at < words.length; at++) {
    if (taken.has(at)) continue
    const literal = relations.filter(({ name }) => isSpelledOut(name, words[at].surface))
    if (literal.length > 0) {
      hops.push({
        from: at,
        to: at + 1,
        relations: literal,
        form: 'active',
        isAgentive: false,
        isResult: false,
        isLiteral: true,
      })
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
      isLiteral: false,
    })
    at = longest - 1
  }
  return hops
}

/** Where the relation's telling words end when they begin here, one right behind the other. */
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
  const fitting = relations.filter(({ prepositions }) => prepositions.includes(next))
  return fitting.length > 0 ? fitting : relations
}

/** `depends_on`, `dependsOn`, `DEPENDS_ON`: nobody writes so but to name the relation itself. */
const isSpelledOut = (name: string, surface: string): boolean =>
  /\p{L}_\p{L}|^\p{Lu}{3,}$|\p{Ll}\p{Lu}/u.test(surface) && fieldKey(name) === fieldKey(surface)

const articles: ReadonlySet<string> = new Set(['the', 'a', 'an', 'whose', 'its', 'their', 'his', 'her', 'all'])

function formOf(words: readonly PlacedWord[], from: number, to: number): Hop['form'] {
  const behind = words[to]?.key
  const word = words[to - 1].key
  if (behind === 'by') return 'passive'
  if (behind === 'of' && !/(?:s|ed)$/.test(word)) return 'noun'
  const before = words[from - 1]
  if (before?.isPossessive || articles.has(before?.key ?? '') || behind === 'of') return 'noun'
  return 'active'
}
