import { notFound } from '../../errors.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { type Caller, isVisible } from '../machinery/caller.js'
import type { Using } from '../machinery/operation-context.js'
import { currentOf } from './edges.js'

/** COM3: a memory outside the caller's scope is `not_found`. */
export async function getVisible(
  id: string | readonly string[],
  { memories }: Using<MemoryReader>,
  caller: Caller,
  field: string,
): Promise<StoredMemory> {
  const ids = typeof id === 'string' ? [id] : id
  const found = (await memories.get(ids)).find((memory) => memory !== undefined && isVisible(memory, caller))
  if (found === undefined) throw notFound(`Memory ${ids.length === 1 ? ids[0] : ''}`.trim(), field)
  return found
}

/** COM3: those of the ids that the caller can see. Most callers have none, and need not wait for the store. */
export async function visibleIds(
  ids: readonly string[],
  { memories }: Using<MemoryReader>,
  caller: Caller,
): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await memories.get(ids)
  return found.flatMap((memory) => (memory !== undefined && isVisible(memory, caller) ? [memory.id] : []))
}

/** The same, current versions only. */
export async function currentVisibleIds(
  ids: readonly string[],
  { memories }: Using<MemoryReader>,
  caller: Caller,
): Promise<string[]> {
  const found = await memories.get(ids)
  return found.flatMap((memory) =>
    memory !== undefined && memory.validTo === null && isVisible(memory, caller) ? [memory.id] : [],
  )
}

/**
 * SEM5: for each id that the caller can see, the memory that is current in its place: itself, or what superseded it. An id
 * is missing where neither is visible and current.
 */
export async function findCurrent(
  ids: readonly string[],
  context: Using<MemoryReader & MemoryGraph>,
  caller: Caller,
): Promise<ReadonlyMap<string, StoredMemory>> {
  const stored = await context.memories.get(ids)
  const found = stored.flatMap((memory) => (memory !== undefined && isVisible(memory, caller) ? [memory] : []))
  const successors = await Promise.all(
    found.map(async (memory) => {
      if (memory.validTo === null) return [memory.id, memory] as const
      const [current] = await context.memories.get([await currentOf(memory.id, context.memories)])
      return [memory.id, current] as const
    }),
  )
  return new Map(
    successors.flatMap(([id, memory]) =>
      memory !== undefined && memory.validTo === null && isVisible(memory, caller) ? [[id, memory] as const] : [],
    ),
  )
}
