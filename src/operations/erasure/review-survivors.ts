import { markedForReview } from '../../memory/semantic/review.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryChange } from '../../ports/store/write.js'

/** SEM6: flags current survivors for review. The reason holds ids and times only, so that it keeps no erased text. */
export async function toReviewChanges(
  survivors: ReadonlyMap<string, string>,
  at: number,
  memories: MemoryReader,
): Promise<MemoryChange[]> {
  const found = await memories.get([...survivors.keys()])
  return found.flatMap((memory) => {
    if (memory === undefined || memory.validTo !== null) return []
    const reason = forgottenReason(survivors.get(memory.id)!, at)
    return [{ id: memory.id, version: memory.version, facets: markedForReview(memory.facets, reason) }]
  })
}

export const forgottenReason = (ground: string, at: number): string =>
  `derived from ${ground}, which was forgotten on ${formatTime(at)}`
