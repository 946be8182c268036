import { wordSet } from '../../phrases.js'
import { directionOf } from './direction.js'
import type { GraphQuestion, NamedNode } from './graph-question.js'
import type { OrderedHops } from './hop-order.js'
import { kindNouns, nounsOfKind } from './kind-nouns.js'
import { askedNoun, kindsAt, mayBe, mayBeWhat, mayBeWho } from './kinds.js'
import { isPlaced } from './prepositions.js'
import { endKey, type Walked } from './walk.js'

export interface Attempt {
  readonly start: NamedNode
  readonly order: OrderedHops
  readonly walked: Walked
}

/** Back over the step before: "who lives where Kim lives" finds Kim, too. */
export function goesBack({ walked: { steps }, order }: Attempt, at: number, words: GraphQuestion['words']): boolean {
  if (at === 0 || steps[at] === undefined) return false
  const isForward = (place: number, name: string) => {
    const { hop, covered } = order[place]
    const relation = hop.relations.find((each) => each.name === name)
    return relation === undefined ? undefined : directionOf(hop, relation, covered, words).isForward
  }
  return steps[at].triples.some(
    (triple) =>
      steps[at - 1].triples.includes(triple) &&
      isForward(at, triple.relation) !== isForward(at - 1, triple.relation) &&
      endKey(triple, 'subject') !== endKey(triple, 'object'),
  )
}

/** The word for what is asked that the last step contradicts: "which company" of a city, "who" of a language. */
export function wrongKind(
  read: GraphQuestion,
  { walked, order }: Attempt,
  reached: readonly string[],
): string | undefined {
  const { words, kindStep } = read
  const step = walked.steps.at(-1)
  const taken = kindStep === undefined ? order.at(-1) : undefined
  if (step === undefined || taken === undefined || taken.hop.isLiteral || read.isTransitive) return undefined
  const ends = taken.hop.relations
    .filter(({ name }) => step.triples.some(({ relation }) => relation === name))
    .map((relation) => {
      const { isForward } = directionOf(taken.hop, relation, taken.covered, words)
      return kindsAt(relation, isForward ? 'object' : 'subject')
    })
  const asked = askedNoun(words, kindNouns)
  // `Oslo -> country -> Norway` says itself what it leads to.
  const isNamed = asked !== undefined && taken.hop.from <= asked && asked < taken.hop.to
  const noun = isNamed ? undefined : asked
  if (noun !== undefined && !ends.every((kinds) => mayBe(words[noun].key, kinds, reached))) return words[noun].surface
  // `founded_in -> 1921` is no place, and nobody is called 1921.
  const isNumber = reached.length > 0 && reached.every((name) => /^[\d\s.,:/-]+$/.test(name))
  const asksWho = ['who', 'whom'].includes(words[0]?.key ?? '')
  if (asksWho && reached.length > 0 && reached.every(isNumbered)) return words[0].surface
  if (isNumber && ['where', 'who', 'whom'].includes(words[0]?.key ?? '')) return words[0].surface
  if (words[0]?.key === 'where' && !taken.hop.relations.every(isPlaced)) return words[0].surface
  const opening = words.find(({ key }) => ['who', 'whom', 'whose'].includes(key))
  if (opening !== undefined && words[0] === opening && !ends.every(mayBeWho)) return opening.surface
  if (words[0]?.key === 'what' && noun === undefined && taken.hop.form === 'active' && !ends.every(mayBeWhat))
    return words[0].surface
  return undefined
}

const groups = wordSet(nounsOfKind.group)

/** "Ferry 3" is nobody; "Team 3" may be asked for by "who". */
const isNumbered = (name: string): boolean =>
  /\s#?\d+$/u.test(name) &&
  !name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => groups.has(word))
