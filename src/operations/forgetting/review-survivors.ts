import { markedForReview } from '../../memory/semantic/review.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryChange, MemoryStore } from '../../ports/memory-store.js'

/** SEM6: what stays, and is current, is to be looked at again. Ids and times only: a reason must not keep what it is about. */
export async function toReview(
  survivors: ReadonlyMap<string, string>,
  at: number,
  memories: MemoryStore,
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
