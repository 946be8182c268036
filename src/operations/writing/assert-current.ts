import { invalid } from '../../errors.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import { currentOf } from './edges.js'

/** A closed version cannot change; the error names the current one. */
export async function assertCurrent(memory: StoredMemory, memories: MemoryGraph, field: string): Promise<void> {
  if (memory.validTo === null) return
  const current = await currentOf(memory.id, memories)
  throw invalid(field, `${memory.id} was superseded; the current version is ${current}`)
}
