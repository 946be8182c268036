import { groupBy } from '../group-by.js'

/** One memory and those nearest to it, best first. */
export interface Neighbourhood {
  readonly id: string
  readonly near: readonly { readonly id: string; readonly cosine: number }[]
}

/** A smaller cluster says no more than its members. */
const minMembers = 3

/**
 * CON3: communities in the graph of mutual nearest neighbours, by Louvain (Blondel et al. 2008). Mutual, so that a
 * memory near to everything (a greeting) joins no cluster. Memories without neighbours are noise and left out.
 * Deterministic: members and clusters are in the order given.
 */
export async function findClusters(neighbourhoods: readonly Neighbourhood[]): Promise<readonly (readonly string[])[]> {
  const [{ UndirectedGraph }, { default: exported }] = await Promise.all([
    import('graphology'),
    import('graphology-communities-louvain'),
  ])
  // Its types declare a module with a default export, but it exports the function itself.
  const louvain = exported as unknown as (typeof exported)['default']
  const near = new Map(neighbourhoods.map(({ id, near }) => [id, new Map(near.map((each) => [each.id, each.cosine]))]))
  const graph = new UndirectedGraph()
  for (const { id } of neighbourhoods) graph.addNode(id)
  for (const { id, near: others } of neighbourhoods) {
    for (const { id: other, cosine } of others) {
      if (id < other && near.get(other)?.has(id)) graph.addEdge(id, other, { weight: cosine })
    }
  }
  // Without this, Louvain visits the nodes in random order.
  const communities = louvain(graph, { getEdgeWeight: 'weight', randomWalk: false })
  const linked = neighbourhoods.map(({ id }) => id).filter((id) => graph.degree(id) > 0)
  const clusters = groupBy(linked, (id) => communities[id])
  return [...clusters.values()].filter((members) => members.length >= minMembers)
}
