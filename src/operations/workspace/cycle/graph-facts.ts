import type { Edge, StoredMemory } from '../../../memory/memory.js'
import { toEntity } from '../../../memory/semantic/entity.js'
import { isStructural } from '../../../memory/semantic/links.js'
import type { Triple } from '../../../memory/workspace/planners/graph/triples.js'
import type { MemoryGraph } from '../../../ports/store/graph.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import { type Caller, isVisible, scopeOf } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { canSee, type Structures } from './structures.js'

/** GWT9: every visible fact about these nodes, from texts or from edges between entities. */
export async function factsAt(
  nodes: readonly string[],
  { triples }: Structures,
  context: Using<MemoryReader & MemoryGraph>,
  caller: Caller,
): Promise<readonly Triple[]> {
  return [...triples.touching(nodes, canSee(caller)), ...(await edgesAt(nodes, context, caller))]
}

/** Relations that a question may name. Edge types that no visible memory uses are harmless: they find no facts. */
export async function relationNames(
  { triples }: Structures,
  { memories }: Using<MemoryGraph>,
  caller: Caller,
): Promise<readonly string[]> {
  return [...new Set([...(await memories.relationTypes()), ...triples.relations(canSee(caller))])]
}

async function edgesAt(
  nodes: readonly string[],
  { memories }: Using<MemoryReader & MemoryGraph>,
  caller: Caller,
): Promise<readonly Triple[]> {
  const near = await memories.findByFacet('node_key', nodes, { ...scopeOf(caller), kinds: ['entity'] })
  if (near.length === 0) return []
  const edges = await memories.neighbours([...new Set(near.map(({ id }) => id))])
  const relations = edges.filter(({ type }) => !isStructural(type))
  const ends = [...new Set(relations.flatMap(({ source, target }) => [source, target]))]
  const stored = await memories.get(ends)
  const names = new Map(
    stored.flatMap((memory) =>
      memory !== undefined && isNode(memory, caller) ? [[memory.id, toEntity(memory).name] as const] : [],
    ),
  )
  return relations.flatMap((edge) => toTriple(edge, names) ?? []).sort(byPlace)
}

/** COM3: an edge is visible only if both its ends are. */
function isNode(memory: StoredMemory, caller: Caller): boolean {
  return memory.kind === 'entity' && memory.validTo === null && memory.state === 'active' && isVisible(memory, caller)
}

function toTriple({ source, target, type }: Edge, names: ReadonlyMap<string, string>): Triple | undefined {
  const [subject, object] = [names.get(source), names.get(target)]
  if (subject === undefined || object === undefined) return undefined
  return { subject, relation: type, object, memoryId: source }
}

/** An order that does not depend on the store, so that answers are the same on every engine. */
function byPlace(a: Triple, b: Triple): number {
  const [left, right] = [a, b].map(({ memoryId, relation, object }) => JSON.stringify([memoryId, relation, object]))
  return left < right ? -1 : left > right ? 1 : 0
}
