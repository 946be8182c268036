import { stopWords } from '../../../recall/stop-words.js'
import type { PlacedWord } from '../../phrases.js'
import type { Covered } from './direction.js'
import type { Hop } from './hop.js'

/** Steps in an order, each with what of the question is covered before it. */
export type OrderedHops = readonly { readonly hop: Hop; readonly covered: Covered }[]

const opensClause: ReadonlySet<string> = new Set([
  'that',
  'which',
  'whom',
  'who',
  'where',
  'does',
  'do',
  'did',
  'has',
  'have',
])
const relatives: ReadonlySet<string> = new Set(['that', 'which', 'who', 'whom', 'where'])
const beingWords: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were'])
const skipped: ReadonlySet<string> = new Set(['the', 'a', 'an'])
const determiners: ReadonlySet<string> = new Set(['the', 'a', 'an', 'all', 'every', 'which', 'what'])

/**
 * In which order the steps are taken from the start. On either side the nearest word comes first ("the manager of the
 * owner of Atlas"). Between the sides the left one does, since it belongs to the noun ("the team that owns Atlas uses
 * …"), unless the start opens a clause of its own ("the service that Atlas depends on"). No other order is tried where
 * this one breaks: that would answer another question.
 */
export function orderHops(start: Covered, hops: readonly Hop[], words: readonly PlacedWord[]): OrderedHops {
  // Written out as a path, the steps are read as they stand.
  if (hops.every(({ isLiteral }) => isLiteral)) return inOrder(start, hops)
  const left = hops.filter(({ to }) => to <= start.from).toReversed()
  const right = hops.filter(({ from }) => from >= start.to)
  const steps = new Set([...left, ...right].flatMap(({ from, to }) => range(from, to)))
  const ordered: { hop: Hop; covered: Covered }[] = []
  let covered = start
  let [atLeft, atRight] = [0, 0]
  while (atLeft < left.length || atRight < right.length) {
    const clause = clauseBefore(covered, words, steps)
    const isPossessive = words[covered.to - 1].isPossessive
    const goesRight = atRight < right.length && (atLeft >= left.length || clause !== undefined || isPossessive)
    const hop = goesRight ? right[atRight++] : left[atLeft++]
    ordered.push({ hop, covered })
    covered = { from: Math.min(covered.from, hop.from), to: Math.max(covered.to, hop.to) }
    // The clause is done, and so is the noun it belongs to: "the service that Atlas depends on", "the team owning Atlas".
    const closed = goesRight ? (isPossessive ? undefined : clause) : nounBefore(covered, hop, words, steps)
    if (closed !== undefined) covered = { ...covered, from: closed }
  }
  return ordered
}

/** Where the clause begins whose subject is covered, with its noun: "the service that Atlas …", "the person Ann …". */
function clauseBefore({ from }: Covered, words: readonly PlacedWord[], steps: ReadonlySet<number>): number | undefined {
  const at = beforeArticles(from, words)
  if (at < 0) return undefined
  if (opensClause.has(words[at].key)) return isNoun(at - 1, words, steps) ? at - 1 : at
  return isNoun(at, words, steps) ? at : undefined
}

/** Of a step to the left that is no noun itself: the noun that it says something of. */
function nounBefore(
  { from }: Covered,
  { form }: Hop,
  words: readonly PlacedWord[],
  steps: ReadonlySet<number>,
): number | undefined {
  let at = beforeArticles(from, words)
  // "the modules that are part of it"
  if (form === 'noun' && !beingWords.has(words[at]?.key ?? '')) return undefined
  while (at >= 0 && (relatives.has(words[at].key) || beingWords.has(words[at].key))) at--
  return isNoun(at, words, steps) ? at : at + 1 < from ? at + 1 : undefined
}

function beforeArticles(from: number, words: readonly PlacedWord[]): number {
  let at = from - 1
  while (at >= 0 && skipped.has(words[at].key)) at--
  return at
}

/** A word for a kind of things, with an article or a word that asks before it. */
function isNoun(at: number, words: readonly PlacedWord[], steps: ReadonlySet<number>): boolean {
  if (at < 1 || steps.has(at) || stopWords('en').has(words[at].key)) return false
  return determiners.has(words[at - 1].key)
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, offset) => from + offset)

function inOrder(start: Covered, hops: readonly Hop[]): OrderedHops {
  let covered = start
  return hops.map((hop) => {
    const step = { hop, covered }
    covered = { from: Math.min(covered.from, hop.from), to: Math.max(covered.to, hop.to) }
    return step
  })
}
