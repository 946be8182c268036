import { notFound } from '../../errors.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { type Caller, isVisible } from '../machinery/caller.js'
import type { Using } from '../machinery/operation-context.js'

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
