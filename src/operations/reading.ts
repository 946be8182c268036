import { notFound } from '../errors.js'
import type { StoredMemory } from '../memory/memory.js'
import { type Caller, isInSight } from './caller.js'
import type { OperationContext } from './operation-context.js'

/** COM3: what is outside the caller's scope does not exist for them. */
export async function getInSight(
  id: string | readonly string[],
  { memories }: OperationContext,
  caller: Caller,
  field: string,
): Promise<StoredMemory> {
  const ids = typeof id === 'string' ? [id] : id
  const found = (await memories.get(ids)).find((memory) => memory !== undefined && isInSight(memory, caller))
  if (found === undefined) throw notFound(`Memory ${ids.length === 1 ? ids[0] : ''}`.trim(), field)
  return found
}

/** COM3: of these, the ones that the caller may know of. */
export async function idsInSight(
  ids: readonly string[],
  { memories }: OperationContext,
  caller: Caller,
): Promise<string[]> {
  const found = await memories.get(ids)
  return found.flatMap((memory) => (memory !== undefined && isInSight(memory, caller) ? [memory.id] : []))
}

/** The same, of those that still hold. */
export async function currentIdsInSight(
  ids: readonly string[],
  { memories }: OperationContext,
  caller: Caller,
): Promise<string[]> {
  const found = await memories.get(ids)
  return found.flatMap((memory) =>
    memory !== undefined && memory.validTo === null && isInSight(memory, caller) ? [memory.id] : [],
  )
}
