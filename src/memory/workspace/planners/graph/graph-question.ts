import { stopWords } from '../../../recall/text/stop-words.js'
import { type PlacedWord, range, wordSet, wordsIn } from '../../phrases.js'
import { unplannable } from '../sentence.js'
import { pastAuxiliaries, requestWords, smallWords } from '../small-words.js'
import type { Covered } from './direction.js'
import { findHops, type Hop } from './hop.js'
import { misplacedInSteps } from './hop-grammar.js'
import { kindNouns } from './kind-nouns.js'
import { prepositionAfter, withPrepositions } from './prepositions.js'
import { readRelation } from './relation.js'
import { isEventVerb, unplacedTense, withTense } from './tense.js'
import { nodeKey } from './triples.js'

/** A node that the question names. */
export interface NamedNode extends Covered {
  readonly key: string
}

/** A parsed question about the graph. */
export interface GraphQuestion {
  readonly words: readonly PlacedWord[]
  readonly nodes: readonly NamedNode[]
  readonly hops: readonly Hop[]
  /** `path`: how two nodes are connected. `check`: whether they are, by the named steps. `follow`: where the steps lead. */
  readonly kind: 'follow' | 'path' | 'check'
  /** The last step is repeated until it reaches no new node. */
  readonly isTransitive: boolean
  /** "Which country …": an optional last step from the reached nodes. */
  readonly kindStep: Hop | undefined
  readonly asksHowMany: boolean
  /** GWT19: positions of words that have no place in the plan; with any of them there is no answer. */
  readonly unplaced: readonly number[]
}

const maxNameWords = 8

/** The keys of all phrases of the question that may name a node. */
export function possibleNodes(question: string): readonly string[] {
  return [...new Set(phrasesOf(wordsIn(question)).map(({ key }) => key))]
}

function phrasesOf(words: readonly PlacedWord[]): readonly NamedNode[] {
  const phrases: NamedNode[] = []
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + maxNameWords); to++) {
      const part = words.slice(from, to)
      const isSmall =
        to === from + 1 && stopWords('en').has(words[from].key) && !/^\p{Lu}{2,}$/u.test(words[from].surface)
      if (!isSmall) phrases.push({ from, to, key: nodeKey(part.map(({ surface }) => surface).join(' ')) })
      if (part[part.length - 1].endsClause || part[part.length - 1].isPossessive) break
    }
  }
  return phrases
}

const connecting =
  / (?:connected|connection|connections|related|relation|relationship|linked|link|path|chain|route|between) /
const transitive = / (?:transitively|indirectly|ultimately|eventually|recursively|transitive|indirect) /
const asking =
  /^ (?:please |starting |start |so |and )*(?:who|whom|whose|what|which|where|list|name|find|show|give|tell|follow|from|does|do|did|is|are|was|were|has|have|how (?:is|are|does|do|many)|to|in|at|by|on|for|all|through|via|through|beginning|trace|walk)\b/

/** Undefined when the question names no node. What a graph does not hold (why, when, how much) is among `unplaced`. */
export function readGraphQuestion(
  question: string,
  known: ReadonlySet<string>,
  relationNames: readonly string[],
): GraphQuestion | undefined {
  const words = wordsIn(question)
  const text = ` ${words.map(({ key }) => key).join(' ')} `
  const relations = relationNames.map(readRelation)
  const isStep = new Set(findHops(words, relations, new Set()).flatMap(({ from, to }) => range(from, to)))
  const nodes = withoutOverlaps(
    phrasesOf(words).filter(({ key, from, to }) => {
      // A word that may also be a step is a node only if it is capitalised.
      return known.has(key) && !(isStep.has(from) && to === from + 1 && !/^\p{Lu}/u.test(words[from].surface))
    }),
  )
  if (nodes.length === 0) return undefined
  const isPath = nodes.length > 1 && connecting.test(text)
  const taken = new Set(nodes.flatMap(({ from, to }) => range(from, to)))
  const steps = findHops(words, relations, taken)
  const others = steps.filter((hop) => !namesKind(hop, steps, words))
  const kindStep = steps.find((hop) => !others.includes(hop) && isAskedFor(hop, words))
  // "Which country is Lima in?" has no other step.
  const named = others.length === 0 && kindStep !== undefined ? [asNoun(kindStep)] : others
  const bound = named.map((hop) => withPrepositions(hop, words))
  const hops = named.map((hop, at) => withTense(bound[at] ?? hop, words))
  const unbound = named.filter((_, at) => bound[at] === undefined)
  const isAsked = asking.test(text) || /[→]|->/.test(question)
  const isFollowable = isAsked && (hops.length > 0 || isPath || connecting.test(text))
  const all = kindStep === undefined || hops.includes(kindStep) ? hops : [...hops, kindStep]
  const placed = [...all, ...steps.filter((hop) => namesKind(hop, steps, words))]
  const isCheck = nodes.length > 1 && /^ (?:does|do|did|is|are|was|were|has|have) /.test(text)
  const isName = (at: number) => nodes.some(({ from, to }) => from <= at && at < to)
  const unplaced = [
    ...unplacedWords(words, nodes, placed),
    ...unplacedTense(words, hops),
    ...unbound.flatMap(({ from, to }) => range(from, to)),
    ...misplacedInSteps(words, nodes, hops),
    // "Which captain sails to it?" asks for who sails, not for the captain of what does.
    ...(kindStep?.isAgentive === true && others.length > 0 ? range(kindStep.from, kindStep.to) : []),
    ...unplannable(words, isName, isEventVerb),
    ...(isPath || hops.some(({ isLiteral }) => isLiteral) ? [] : openJoins(words, isName)),
  ]
  if (!isFollowable && unplaced.length === 0) return undefined
  return {
    words,
    nodes,
    hops,
    unplaced,
    kind: isPath && hops.length === 0 ? 'path' : isCheck ? 'check' : 'follow',
    isTransitive: transitive.test(text),
    kindStep: others.length === 0 || kindStep === undefined ? undefined : asNoun(kindStep),
    asksHowMany: / (?:how many|number of) /.test(text),
  }
}

const joins = wordSet('and but or nor')
const askersAfter = wordSet('who whom what which where')

/** "Who reports to Lee and lives in Oslo?" asks for both at once, and a walk takes one step after the other. */
function openJoins(words: readonly PlacedWord[], isName: (at: number) => boolean): readonly number[] {
  return words.flatMap(({ key }, at) => {
    if (!joins.has(key) || isName(at)) return []
    const isReach = reach.has(words[at - 1]?.key ?? '') && reach.has(words[at + 1]?.key ?? '')
    return isReach || (key === 'and' && (at === 0 || askersAfter.has(words[at + 1]?.key ?? ''))) ? [] : [at]
  })
}

const isAskedFor = ({ from }: Hop, words: readonly PlacedWord[]): boolean =>
  ['which', 'what'].includes(words[from - 1]?.key ?? '')

const asNoun = (hop: Hop): Hop => ({ ...hop, form: 'noun' })

/** Longest first, then from the left. */
function withoutOverlaps(nodes: readonly NamedNode[]): readonly NamedNode[] {
  const kept: NamedNode[] = []
  for (const node of [...nodes].sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    if (kept.every(({ from, to }) => node.to <= from || node.from >= to)) kept.push(node)
  }
  return kept.sort((a, b) => a.from - b.from)
}

const auxiliaries = wordSet('does do did is are was were has have had can will would')
const relatives = wordSet('that which who whom whose where')

/** "the team that …", "which team does …": the kind of the answer, not a step. */
function namesKind({ from, to, isLiteral }: Hop, steps: readonly Hop[], words: readonly PlacedWord[]): boolean {
  if (isLiteral) return false
  const [before, after] = [words[from - 1]?.key ?? '', words[to]?.key ?? '']
  if (['which', 'what'].includes(before)) return auxiliaries.has(after) || steps.some((step) => step.from === to)
  const isNoun = ['the', 'a', 'an', 'all', 'any', 'every'].includes(before)
  // "the parts that …", "the parts contained in …"
  return isNoun && (relatives.has(after) || steps.some((step) => step.from === to))
}

/** Words that describe a path or ask for all of it. */
const pathWords = wordSet(`follow starting start beginning trace walk path chain connected connection connections
  related relation relationship linked link route step steps hop hops via through between then how -> => →`)
const reach = wordSet(
  'directly direct transitively indirectly ultimately eventually recursively transitive indirect or',
)
const askers = wordSet('which what many whose')
const determiners = wordSet('the a an all any every')

/** GWT19: positions of the words that neither a node nor a step explains, and that do more than hold the sentence together. */
function unplacedWords(words: readonly PlacedWord[], nodes: readonly NamedNode[], hops: readonly Hop[]): number[] {
  const taken = new Set([
    ...[...nodes, ...hops].flatMap(({ from, to }) => range(from, to)),
    ...hops.flatMap((hop) => prepositionAfter(hop, words)),
  ])
  const isPath = hops.length === 0 || hops.some(({ isLiteral }) => isLiteral)
  const isReach = words.some(({ key }) => reach.has(key) && key !== 'or')
  const asksCount = (at: number) => words[at].key === 'how' && words[at + 1]?.key === 'many'
  const opens = (at: number) => {
    if (['can', 'could'].includes(words[at].key)) return at === 0 && words[1]?.key === 'you'
    return requestWords.has(words[at].key) && range(0, at).every((each) => !taken.has(each))
  }
  const isSmall = (at: number): boolean => {
    const { key } = words[at]
    // "Whose mother is Elif?" asks the other way round.
    if (key === 'whose') return false
    if (smallWords.has(key) || pastAuxiliaries.has(key) || asksCount(at) || opens(at)) return true
    if (key === 'where' || (key === 'many' && words[at - 1]?.key === 'how')) return true
    if (key === 'number' && words[at + 1]?.key === 'of') return true
    if (key === 'all') return opens(at - 1)
    return (isPath && pathWords.has(key)) || (isReach && reach.has(key))
  }
  /** A noun for what is asked ("which services …") or for what a clause describes ("the person who …"). */
  const isKind = (at: number): boolean => {
    if (!kindNouns.has(words[at].key)) return false
    const before = words[at - 1]
    if (before === undefined || askers.has(before.key) || opens(at - 1)) return true
    if (before.isPossessive || !(determiners.has(before.key) || isKind(at - 1))) return false
    if (taken.has(at + 1) || relatives.has(words[at + 1]?.key ?? '')) return true
    // "the person the person Ann reports to mentors"
    return determiners.has(words[at + 1]?.key ?? '') && at + 2 < words.length && (taken.has(at + 2) || isKind(at + 2))
  }
  const open = words.flatMap((_, at) => (taken.has(at) || isSmall(at) || isKind(at) ? [] : [at]))
  return [...new Set([...open, ...openPossessives(words, nodes, hops), ...runTogether(words, nodes)])]
}

/** "Kim's dog": what follows a possessive must be a step. */
function openPossessives(words: readonly PlacedWord[], nodes: readonly NamedNode[], hops: readonly Hop[]): number[] {
  return [...nodes, ...hops].flatMap(({ to }) => {
    if (!words[to - 1].isPossessive || hops.some(({ from }) => from === to)) return []
    return [to < words.length ? to : to - 1]
  })
}

/** "Kim Lee" is a third person, not Kim and Lee. */
function runTogether(words: readonly PlacedWord[], nodes: readonly NamedNode[]): number[] {
  return nodes.flatMap(({ from, to }) => {
    const next = nodes.find((other) => other.from === to)
    const { isPossessive, endsClause } = words[to - 1]
    return next === undefined || isPossessive || endsClause ? [] : [from, next.from]
  })
}
