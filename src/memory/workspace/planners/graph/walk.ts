import type { PlacedWord } from '../../phrases.js'
import { type Covered, directionOf } from './direction.js'
import type { Hop } from './hop.js'
import type { OrderedHops } from './hop-order.js'
import { nodeKey, type Triple } from './triples.js'

/** Asks for every triple at these nodes, by their keys, and is resumed with them. */
export type GraphWalk<Result> = Generator<readonly string[], Result, readonly Triple[]>

export interface Step {
  readonly relations: readonly string[]
  /** The triples that were followed. */
  readonly triples: readonly Triple[]
  /** Keys with names of the nodes that were reached. */
  readonly reached: ReadonlyMap<string, string>
}

export interface Walked {
  readonly steps: readonly Step[]
  /** The step that found nothing, from these nodes; null when the walk came to its end. */
  readonly broken: { readonly hop: Hop; readonly at: readonly string[] } | null
  readonly isTruncated: boolean
}

const deepest = 6
/** A hub must not make a question endless. */
const mostNodes = 1000

/** GWT9: along the steps from a node, all branches. */
export function* walk(
  start: ReadonlyMap<string, string>,
  ordered: OrderedHops,
  words: readonly PlacedWord[],
  isTransitive: boolean,
): GraphWalk<Walked> {
  const steps: Step[] = []
  let frontier = start
  let isTruncated = ordered.length > deepest
  for (const [index, { hop, covered }] of ordered.slice(0, deepest).entries()) {
    const isLast = index === ordered.length - 1
    const step = yield* takeStep(frontier, hop, covered, words)
    if (step.reached.size === 0) return { steps, broken: { hop, at: [...frontier.values()] }, isTruncated }
    steps.push(step)
    frontier = step.reached
    if (isTransitive && isLast) steps.push(...(yield* repeat(step, hop, covered, words, deepest - steps.length)))
    if (frontier.size > mostNodes) {
      isTruncated = true
      frontier = new Map([...frontier].slice(0, mostNodes))
    }
  }
  return { steps, broken: null, isTruncated }
}

function* takeStep(
  frontier: ReadonlyMap<string, string>,
  hop: Hop,
  covered: Covered,
  words: readonly PlacedWord[],
): GraphWalk<Step> {
  const triples = yield [...frontier.keys()]
  const followed: Triple[] = []
  const reached = new Map<string, string>()
  for (const relation of hop.relations) {
    const own = triples.filter((triple) => triple.relation === relation.name)
    const { isForward, isSure } = directionOf(hop, relation, covered, words)
    const along = own.filter((triple) => frontier.has(endKey(triple, isForward ? 'subject' : 'object')))
    const turned = along.length === 0 && !isSure
    const taken = turned ? own : along
    for (const triple of taken) {
      const end = isForward !== turned ? 'object' : 'subject'
      const key = endKey(triple, end)
      if (turned && frontier.has(key)) continue
      followed.push(triple)
      if (!reached.has(key)) reached.set(key, triple[end])
    }
  }
  return { relations: hop.relations.map(({ name }) => name), triples: followed, reached }
}

/** The same step again from where it led, until it leads nowhere new. */
function* repeat(
  first: Step,
  hop: Hop,
  covered: Covered,
  words: readonly PlacedWord[],
  most: number,
): GraphWalk<Step[]> {
  const steps: Step[] = []
  const seen = new Set(first.reached.keys())
  let frontier = first.reached
  while (steps.length < most) {
    const step = yield* takeStep(frontier, hop, covered, words)
    const fresh = new Map([...step.reached].filter(([key]) => !seen.has(key)))
    if (fresh.size === 0) break
    for (const key of fresh.keys()) seen.add(key)
    steps.push({ ...step, reached: fresh })
    frontier = fresh
  }
  return steps
}

/** The shortest way from one node to another, in either direction of each edge; empty when there is none. */
export function* findPath(from: string, to: string): GraphWalk<readonly Triple[]> {
  const cameBy = new Map<string, { readonly triple: Triple; readonly before: string } | undefined>([[from, undefined]])
  let frontier = [from]
  for (let depth = 0; depth < deepest && frontier.length > 0 && cameBy.size <= mostNodes; depth++) {
    const triples = yield frontier
    const inside = new Set(frontier)
    const next: string[] = []
    for (const triple of triples) {
      for (const [end, other] of [
        ['subject', 'object'],
        ['object', 'subject'],
      ] as const) {
        const [before, key] = [endKey(triple, end), endKey(triple, other)]
        if (!inside.has(before) || cameBy.has(key)) continue
        cameBy.set(key, { triple, before })
        next.push(key)
      }
    }
    if (cameBy.has(to)) break
    frontier = next
  }
  const path: Triple[] = []
  for (let at = cameBy.get(to); at !== undefined; at = cameBy.get(at.before)) path.unshift(at.triple)
  return path
}

export const endKey = (triple: Triple, end: 'subject' | 'object'): string => nodeKey(triple[end])
