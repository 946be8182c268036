import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryFilter, NearestRequest } from '../../ports/memory-store.js'
import type { OperationContext } from '../operation-context.js'

type Wanted = Pick<MemoryFilter, 'kinds' | 'facets'> & Pick<NearestRequest, 'most' | 'minCosine'>

/** For each of these, which are of one session and project, the nearest of the same (COM13). */
export function nearestAtHome(
  some: readonly StoredMemory[],
  { most, minCosine, ...filter }: Wanted,
  { memories, embedder }: OperationContext,
) {
  const [{ session, project }] = some
  return memories.nearest({
    to: some.map(({ id }) => id),
    model: embedder.identity,
    filter: { session, ofProject: project, ...filter },
    most,
    minCosine,
  })
}
