import type { StoredMemory } from '../../memory/memory.js'
import { replacedBy } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Batch } from '../../ports/store/write.js'
import type { Caller } from '../machinery/caller.js'
import type { Using } from '../machinery/operation-context.js'
import { assertCurrent } from './assert-current.js'
import { structuralEdge } from './edges.js'
import { getVisible } from './read-visible.js'

/** OPS6: memories that a caller wants replaced; each must be visible and current. */
export async function getReplaced(
  ids: readonly (readonly string[])[],
  context: Using<MemoryGraph & MemoryReader>,
  caller: Caller,
  field: string,
): Promise<StoredMemory[]> {
  const found = await Promise.all(ids.map((id) => getVisible(id, context, caller, field)))
  for (const memory of found) await assertCurrent(memory, context.memories, field)
  return [...new Map(found.map((memory) => [memory.id, memory])).values()]
}

/** OPS6, SEM6: ends the validity of each, links it to the memory that replaces it, and flags what was derived from it. */
export function toReplacement(
  replaced: readonly StoredMemory[],
  by: string,
  now: number,
): Required<Pick<Batch, 'change' | 'review' | 'connect'>> {
  return {
    change: replaced.map(({ id, version, validFrom }) => ({ id, version, validTo: Math.max(now, validFrom) })),
    review: replaced.map(({ id }) => ({
      derivedFrom: id,
      reason: `derived from ${id}, which ${by} replaced on ${formatTime(now)}`,
    })),
    connect: replaced.map(({ id }) => structuralEdge(replacedBy, id, by, now)),
  }
}
