import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { MemorySearch, NearestRequest } from '../../ports/store/search.js'
import type { Using } from '../machinery/operation-context.js'

type Wanted = Pick<MemoryFilter, 'kinds' | 'facets'> & Pick<NearestRequest, 'most' | 'minCosine'>

/** For each of these memories of one session and project, the nearest ones of the same (COM13). */
export function nearestInScope(
  some: readonly StoredMemory[],
  { most, minCosine, ...filter }: Wanted,
  { memories, embedder }: Using<MemorySearch, 'embedder'>,
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
