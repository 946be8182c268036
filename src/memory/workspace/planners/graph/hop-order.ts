import { stopWords } from '../../../recall/text/stop-words.js'
import { type PlacedWord, range, wordSet } from '../../phrases.js'
import type { Covered } from './direction.js'
import type { Hop } from './hop.js'

/** Steps in the order they are taken, each with the words covered before it. */
export type OrderedHops = readonly { readonly hop: Hop; readonly covered: Covered }[]

const opensClause = wordSet('that which whom who where does do did has have')
const relatives = wordSet('that which who whom where')
const beingWords = wordSet('is are was were')
const skipped = wordSet('the a an')
const determiners = wordSet('the a an all every which what')

/**
 * The order of the steps from the start. On each side the nearest step comes first ("the manager of the owner of
 * Atlas"). The left side comes before the right, because it belongs to the noun ("the team that owns Atlas uses …"),
 * unless the start begins its own clause ("the service that Atlas depends on"). If this order breaks, no other is
 * tried: it would answer a different question.
 */
export function orderHops(start: Covered, hops: readonly Hop[], words: readonly PlacedWord[]): OrderedHops {
  // Steps that are spelled out as a path are taken in written order.
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
    // A finished clause also covers its noun: "the service that Atlas depends on", "the team owning Atlas".
    const closed = goesRight ? (isPossessive ? undefined : clause) : nounBefore(covered, hop, words, steps)
    if (closed !== undefined) covered = { ...covered, from: closed }
  }
  return ordered
}

/** The start of the clause whose subject is covered, with its noun: "the service that Atlas …", "the person Ann …". */
function clauseBefore({ from }: Covered, words: readonly PlacedWord[], steps: ReadonlySet<number>): number | undefined {
  const at = beforeArticles(from, words)
  if (at < 0) return undefined
  if (opensClause.has(words[at].key)) return isNoun(at - 1, words, steps) ? at - 1 : at
  return isNoun(at, words, steps) ? at : undefined
}

/** The noun that a step on the left modifies, unless the step is itself a noun. */
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

/** A word for a kind of thing after an article or a question word. */
function isNoun(at: number, words: readonly PlacedWord[], steps: ReadonlySet<number>): boolean {
  if (at < 1 || steps.has(at) || stopWords('en').has(words[at].key)) return false
  return determiners.has(words[at - 1].key)
}

function inOrder(start: Covered, hops: readonly Hop[]): OrderedHops {
  let covered = start
  return hops.map((hop) => {
    const step = { hop, covered }
    covered = { from: Math.min(covered.from, hop.from), to: Math.max(covered.to, hop.to) }
    return step
  })
}
