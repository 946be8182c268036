/** SEM4: how activation runs through the graph. */
export interface SpreadSettings {
  readonly steps: number
  /** The share that a node keeps at each step. */
  readonly retention: number
  /** The share that is lost at each step. */
  readonly decay: number
  /** Below this a node hands nothing on, and does not show. */
  readonly threshold: number
  /** More nodes than this are never held: the strongest stay. */
  readonly mostNodes: number
}

export interface Link<Node> {
  readonly from: Node
  readonly to: Node
  readonly weight: number
}

export interface Activations<Node> {
  /** At or above the threshold, strongest first, then by node. */
  readonly activations: readonly { readonly node: Node; readonly activation: number }[]
  /** True when the graph held more nodes than were kept. */
  readonly truncated: boolean
}

/**
 * Spreading activation (Collins & Loftus 1975; ACT-R), step by step: every node at or above the threshold keeps
 * a·retention and hands a·(1 − retention) to its neighbours in proportion to the weights of the links to them, both
 * directions; everything then fades by (1 − decay). A share without neighbours is lost.
 *
 * A generator, so that the graph can be asked once per step, by whatever means it has: it yields the nodes whose links
 * it needs next and is resumed with all of them, each under the node that asked as `from`.
 */
export function* spreadActivation<Node extends string | number>(
  seeds: readonly Node[],
  { steps, retention, decay, threshold, mostNodes }: SpreadSettings,
): Generator<readonly Node[], Activations<Node>, readonly Link<Node>[]> {
  let active = new Map<Node, number>(seeds.map((seed) => [seed, 1]))
  let truncated = false
  for (let step = 0; step < steps; step++) {
    const spreading = [...active].filter(([, activation]) => activation >= threshold).map(([node]) => node)
    const links = yield spreading
    const next = handOn(active, links, { retention, threshold })
    for (const [node, activation] of next) next.set(node, activation * (1 - decay))
    active = strongest(next, mostNodes)
    truncated ||= active.size < next.size
  }
  const activations = [...active]
    .filter(([, activation]) => activation >= threshold)
    .map(([node, activation]) => ({ node, activation }))
    .sort(byStrength)
  return { activations, truncated }
}

function handOn<Node>(
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

function strongest<Node extends string | number>(active: Map<Node, number>, most: number): Map<Node, number> {
  if (active.size <= most) return active
  const ordered = [...active].map(([node, activation]) => ({ node, activation })).sort(byStrength)
  return new Map(ordered.slice(0, most).map(({ node, activation }) => [node, activation]))
}

/** Strongest first; equals by node. */
export function byStrength<Node extends string | number>(
  a: { readonly node: Node; readonly activation: number },
  b: { readonly node: Node; readonly activation: number },
): number {
  return b.activation - a.activation || (a.node < b.node ? -1 : 1)
}
