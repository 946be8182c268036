import type { PlacedWord } from '../../phrases.js'
import { type Covered, directionOf } from './direction.js'
import type { Hop } from './hop.js'
import type { OrderedHops } from './hop-order.js'
import { nodeKey, type Triple } from './triples.js'

/** Yields node keys and is resumed with every triple at these nodes. */
export type GraphWalk<Result> = Generator<readonly string[], Result, readonly Triple[]>

export interface Step {
  readonly relations: readonly string[]
  /** The triples that were followed. */
  readonly triples: readonly Triple[]
  /** The reached nodes: key to name. */
  readonly reached: ReadonlyMap<string, string>
}

export interface Walked {
  readonly steps: readonly Step[]
  /** The step that found nothing, and its nodes; null when the walk reached its end. */
  readonly broken: { readonly hop: Hop; readonly at: readonly string[] } | null
  readonly isTruncated: boolean
}

const maxDepth = 6
/** Limits the work when the walk meets a node with very many edges. */
const maxNodes = 1000

/** GWT9: follows the steps from the start along all branches. */
export function* walk(
  start: ReadonlyMap<string, string>,
  ordered: OrderedHops,
  words: readonly PlacedWord[],
  isTransitive: boolean,
): GraphWalk<Walked> {
  const steps: Step[] = []
  let frontier = start
  let isTruncated = ordered.length > maxDepth
  for (const [index, { hop, covered }] of ordered.slice(0, maxDepth).entries()) {
    const isLast = index === ordered.length - 1
    const step = yield* takeStep(frontier, hop, covered, words)
    if (step.reached.size === 0) return { steps, broken: { hop, at: [...frontier.values()] }, isTruncated }
    steps.push(step)
    frontier = step.reached
    if (isTransitive && isLast) steps.push(...(yield* repeat(step, hop, covered, words, maxDepth - steps.length)))
    if (frontier.size > maxNodes) {
      isTruncated = true
      frontier = new Map([...frontier].slice(0, maxNodes))
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
    const { isForward } = directionOf(hop, relation, covered, words)
    for (const triple of own.filter((each) => frontier.has(endKey(each, isForward ? 'subject' : 'object')))) {
      const end = isForward ? 'object' : 'subject'
      const key = endKey(triple, end)
      followed.push(triple)
      if (!reached.has(key)) reached.set(key, triple[end])
    }
  }
  return { relations: hop.relations.map(({ name }) => name), triples: followed, reached }
}

/** Repeats a step until it reaches no new node. */
function* repeat(
  first: Step,
  hop: Hop,
  covered: Covered,
  words: readonly PlacedWord[],
  maxSteps: number,
): GraphWalk<Step[]> {
  const steps: Step[] = []
  const seen = new Set(first.reached.keys())
  let frontier = first.reached
  while (steps.length < maxSteps) {
    const step = yield* takeStep(frontier, hop, covered, words)
    const fresh = new Map([...step.reached].filter(([key]) => !seen.has(key)))
    if (fresh.size === 0) break
    for (const key of fresh.keys()) seen.add(key)
    steps.push({ ...step, reached: fresh })
    frontier = fresh
  }
  return steps
}

/** The shortest undirected path between two nodes; empty when there is none. */
export function* findPath(from: string, to: string): GraphWalk<readonly Triple[]> {
  const cameBy = new Map<string, { readonly triple: Triple; readonly before: string } | undefined>([[from, undefined]])
  let frontier = [from]
  for (let depth = 0; depth < maxDepth && frontier.length > 0 && cameBy.size <= maxNodes; depth++) {
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
