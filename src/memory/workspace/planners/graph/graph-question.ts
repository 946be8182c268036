import { stopWords } from '../../../recall/text/stop-words.js'
import { type PlacedWord, range, wordSet, wordsIn } from '../../phrases.js'
import type { Covered } from './direction.js'
import { findHops, type Hop } from './hop.js'
import { readRelation } from './relation.js'
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

/** Undefined when the question names no node, or asks for something that a graph does not hold: why, when, how. */
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
  if (!asking.test(text) && !/[→]|->/.test(question)) return undefined
  const taken = new Set(nodes.flatMap(({ from, to }) => range(from, to)))
  const steps = findHops(words, relations, taken)
  const others = steps.filter((hop) => !namesKind(hop, steps, words))
  const kindStep = steps.find((hop) => !others.includes(hop) && isAskedFor(hop, words))
  // "Which country is Lima in?" has no other step.
  const hops = others.length === 0 && kindStep !== undefined ? [asNoun(kindStep)] : others
  if (hops.length === 0 && !isPath && !connecting.test(text)) return undefined
  if (!isCovered(words, taken, hops)) return undefined
  const isCheck = nodes.length > 1 && /^ (?:does|do|did|is|are|was|were|has|have) /.test(text)
  return {
    words,
    nodes,
    hops,
    kind: isPath && hops.length === 0 ? 'path' : isCheck ? 'check' : 'follow',
    isTransitive: transitive.test(text),
    kindStep: others.length === 0 || kindStep === undefined ? undefined : asNoun(kindStep),
    asksHowMany: / (?:how many|number of) /.test(text),
  }
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

const functionWords =
  wordSet(`list name find show give tell follow start starting beginning trace walk path chain connected connection connections
  related relation relationship linked link route step steps hop hops via directly direct transitively indirectly
  ultimately eventually recursively transitive indirect person people thing things entity
  entities one ones node nodes someone something -> => →`)
const askers = wordSet('which what many whose')

/** Whether the remaining words only name kinds ("which database", "the service that"): an answer must not ignore others. */
function isCovered(words: readonly PlacedWord[], taken: ReadonlySet<number>, hops: readonly Hop[]): boolean {
  const explained = new Set([...taken, ...hops.flatMap(({ from, to }) => range(from, to))])
  const isFunctionWord = (at: number) => stopWords('en').has(words[at].key) || functionWords.has(words[at].key)
  const isKind = (at: number): boolean => {
    if (askers.has(words[at - 1]?.key ?? '')) return true
    // "the salary of Ann" is a step that the graph does not have; "during the outage" names no kind.
    if (at + 1 >= words.length) return false
    if (explained.has(at + 1) || relatives.has(words[at + 1].key)) return true
    return !isFunctionWord(at + 1) && isKind(at + 1)
  }
  return words.every((_, at) => explained.has(at) || isFunctionWord(at) || isKind(at))
}
