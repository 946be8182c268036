import type { StoredMemory } from '../../../memory/memory.js'
import { bestOf } from '../../../memory/recall/ranking/rank-memories.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemorySearch } from '../../../ports/store/search.js'
import { type Caller, scopeOf } from '../../machinery/caller.js'
import type { Recalling, Using } from '../../machinery/operation-context.js'
import { type Asked, findMemories } from '../../recall/find-memories.js'

/** A result of recall for a question of the workspace. */
export interface LookedUp {
  readonly memory: StoredMemory
  readonly relevance: number
}

/** The k most relevant visible memories, best first; none when nothing relevant is stored. Does not count as a use. */
export async function lookUp(
  { query, also }: Pick<Asked, 'query' | 'also'>,
  k: number,
  context: Using<MemorySearch & MemoryReader, Recalling | 'clock'>,
  caller: Caller,
): Promise<readonly LookedUp[]> {
  const { ranking } = await findMemories({ query, also, filter: scopeOf(caller), now: context.clock.now() }, context)
  if (ranking.nothingRelevant) return []
  const best = bestOf(ranking, k)
  const stored = await context.memories.get(best.map(({ id }) => id))
  return best.flatMap(({ relevance }, at) => {
    // Undefined if another process erased it after the ranking.
    const memory = stored[at]
    return memory === undefined ? [] : [{ memory, relevance }]
  })
}
