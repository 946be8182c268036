/** One memory and those nearest to it, best first. */
export interface Neighbourhood {
  readonly id: string
  readonly near: readonly { readonly id: string; readonly cosine: number }[]
}

/** Fewer say nothing that each of them does not say alone. */
const leastMembers = 3

/**
 * CON3: communities in the graph of mutual nearest neighbours, by Louvain (Blondel et al. 2008). Mutual, so that a
 * memory which is near to everything (a greeting) joins nothing; whoever is left alone is noise and stays out.
 * Deterministic: members and clusters are in the order given.
 */
export async function findClusters(neighbourhoods: readonly Neighbourhood[]): Promise<readonly (readonly string[])[]> {
  const [{ UndirectedGraph }, { default: exported }] = await Promise.all([
    import('graphology'),
    import('graphology-communities-louvain'),
  ])
  // Its types tell of a module with a default; what it exports is the function itself.
  const louvain = exported as unknown as (typeof exported)['default']
  const near = new Map(neighbourhoods.map(({ id, near }) => [id, new Map(near.map((each) => [each.id, each.cosine]))]))
  const graph = new UndirectedGraph()
  for (const { id } of neighbourhoods) graph.addNode(id)
  for (const { id, near: others } of neighbourhoods) {
    for (const { id: other, cosine } of others) {
      if (id < other && near.get(other)?.has(id)) graph.addEdge(id, other, { weight: cosine })
    }
  }
  // Louvain walks the nodes in a random order unless told.
  const communities = louvain(graph, { getEdgeWeight: 'weight', randomWalk: false })
  const clusters = new Map<number, string[]>()
  for (const { id } of neighbourhoods) {
    if (graph.degree(id) === 0) continue
    const community = communities[id]
    const members = clusters.get(community)
    if (members === undefined) clusters.set(community, [id])
    else members.push(id)
  }
  return [...clusters.values()].filter((members) => members.length >= leastMembers)
}
