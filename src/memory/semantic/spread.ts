/** SEM4: how activation spreads through the graph. */
export interface SpreadSettings {
  readonly steps: number
  /** The share that a node keeps at each step. */
  readonly retention: number
  /** The share that is lost at each step. */
  readonly decay: number
  /** Below this a node passes nothing on and is not returned. */
  readonly threshold: number
  /** The number of nodes kept after each step, strongest first. */
  readonly maxNodes: number
}

export interface Link<Node> {
  readonly from: Node
  readonly to: Node
  readonly weight: number
}

export interface Activations<Node> {
  /** At or above the threshold, strongest first, then by node. */
  readonly activations: readonly { readonly node: Node; readonly activation: number }[]
  /** True when nodes beyond `maxNodes` were dropped. */
  readonly truncated: boolean
}

/**
 * Spreading activation (Collins & Loftus 1975; ACT-R), step by step: every node at or above the threshold keeps
 * a·retention and passes a·(1 − retention) to its neighbours in proportion to the weights of its links, in both
 * directions; all activations are then multiplied by (1 − decay). The share of a node without neighbours is lost.
 *
 * A generator, so that each engine reads the graph in its own way, once per step: it yields the nodes whose links it
 * needs next and is resumed with those links, each with the requesting node as `from`.
 */
export function* spreadActivation<Node extends string | number>(
  seeds: readonly Node[],
  { steps, retention, decay, threshold, maxNodes }: SpreadSettings,
): Generator<readonly Node[], Activations<Node>, readonly Link<Node>[]> {
  let active = new Map<Node, number>(seeds.map((seed) => [seed, 1]))
  let truncated = false
  for (let step = 0; step < steps; step++) {
    const spreading = [...active].filter(([, activation]) => activation >= threshold).map(([node]) => node)
    const links = yield spreading
    const next = passOn(active, links, { retention, threshold })
    for (const [node, activation] of next) next.set(node, activation * (1 - decay))
    active = strongest(next, maxNodes)
    truncated ||= active.size < next.size
  }
  const activations = [...active]
    .filter(([, activation]) => activation >= threshold)
    .map(([node, activation]) => ({ node, activation }))
    .sort(byStrength)
  return { activations, truncated }
}

function passOn<Node>(
  active: ReadonlyMap<Node, number>,
  links: readonly Link<Node>[],
  { retention, threshold }: Pick<SpreadSettings, 'retention' | 'threshold'>,
): Map<Node, number> {
  const totalWeight = new Map<Node, number>()
  for (const { from, weight } of links) totalWeight.set(from, (totalWeight.get(from) ?? 0) + weight)
  const next = new Map<Node, number>()
  const add = (node: Node, activation: number) => next.set(node, (next.get(node) ?? 0) + activation)
  for (const [node, activation] of active) add(node, activation >= threshold ? activation * retention : activation)
  for (const { from, to, weight } of links) {
    const activation = active.get(from) ?? 0
    const total = totalWeight.get(from) ?? 0
    if (total > 0) add(to, (activation * (1 - retention) * weight) / total)
  }
  return next
}

function strongest<Node extends string | number>(active: Map<Node, number>, max: number): Map<Node, number> {
  if (active.size <= max) return active
  const ordered = [...active].map(([node, activation]) => ({ node, activation })).sort(byStrength)
  return new Map(ordered.slice(0, max).map(({ node, activation }) => [node, activation]))
}

/** Strongest first, ties by node. */
export function byStrength<Node extends string | number>(
  a: { readonly node: Node; readonly activation: number },
  b: { readonly node: Node; readonly activation: number },
): number {
  return b.activation - a.activation || (a.node < b.node ? -1 : 1)
}
