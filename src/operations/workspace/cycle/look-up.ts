import type { StoredMemory } from '../../../memory/memory.js'
import { bestOf, type RankedMemories } from '../../../memory/recall/ranking/rank-memories.js'
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

type LookUpContext = Using<MemorySearch & MemoryReader, Recalling | 'clock'>

/** All visible memories, best first, as recall ranks them. Does not count as a use. */
export async function rankFor(
  { query, also }: Pick<Asked, 'query' | 'also'>,
  context: LookUpContext,
  caller: Caller,
): Promise<RankedMemories> {
  const { ranking } = await findMemories({ query, also, filter: scopeOf(caller), now: context.clock.now() }, context)
  return ranking
}

/** The k most relevant visible memories, best first; none when nothing relevant is stored. */
export async function lookUp(
  asked: Pick<Asked, 'query' | 'also'>,
  k: number,
  context: LookUpContext,
  caller: Caller,
): Promise<readonly LookedUp[]> {
  return readBest(await rankFor(asked, context, caller), k, context)
}

/** Reads the k best of a ranking. */
export async function readBest(
  ranking: RankedMemories,
  k: number,
  { memories }: Using<MemoryReader>,
): Promise<readonly LookedUp[]> {
  if (ranking.nothingRelevant) return []
  const best = bestOf(ranking, k)
  const stored = await memories.get(best.map(({ id }) => id))
  return best.flatMap(({ relevance }, at) => {
    // Undefined if another process erased it after the ranking.
    const memory = stored[at]
    return memory === undefined ? [] : [{ memory, relevance }]
  })
}
