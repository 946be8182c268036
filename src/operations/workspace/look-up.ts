import type { StoredMemory } from '../../memory/memory.js'
import { bestOf } from '../../memory/recall/rank-memories.js'
import { type Caller, scopeOf } from '../caller.js'
import type { OperationContext } from '../operation-context.js'
import { findMemories } from '../recalling/find-memories.js'

/** What recall found for a question of the workspace. */
export interface LookedUp {
  readonly memory: StoredMemory
  readonly relevance: number
}

/** The k most relevant memories in sight, best first; none when nothing on it was ever told. Counts as no use. */
export async function lookUp(
  query: string,
  k: number,
  context: OperationContext,
  caller: Caller,
): Promise<readonly LookedUp[]> {
  const { ranking } = await findMemories({ query, filter: scopeOf(caller), now: context.clock.now() }, context)
  if (ranking.nothingRelevant) return []
  const best = bestOf(ranking, k)
  const stored = await context.memories.get(best.map(({ id }) => id))
  return best.flatMap(({ relevance }, at) => {
    // Undefined: erased by another process since it was ranked.
    const memory = stored[at]
    return memory === undefined ? [] : [{ memory, relevance }]
  })
}
