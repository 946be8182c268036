import { type ArchivePolicy, isArchivable } from '../../memory/consolidation/archiving.js'
import type { StoredMemory } from '../../memory/memory.js'
import { dayMs } from '../../memory/time.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import type { ConsolidationScope } from './new-memories.js'

const pageSize = 500

/** CON6: finds the memories that the policy would archive, and changes nothing. */
export async function findArchivable(
  policy: ArchivePolicy,
  scope: ConsolidationScope,
  { memories, clock }: Using<MemoryReader, 'clock'>,
): Promise<readonly StoredMemory[]> {
  const now = clock.now()
  const filter = { ...scope, kinds: ['episode', 'note'] as const, happenedTo: now - policy.minAgeDays * dayMs }
  const found: StoredMemory[] = []
  for (let offset = 0; ; offset += pageSize) {
    const page = await memories.query(filter, { offset, limit: pageSize })
    found.push(...page.memories.filter((memory) => isArchivable(memory, policy, now)))
    if (offset + pageSize >= page.total) return found
  }
}

/** Archived memories are not recalled and can be brought back. One that changed meanwhile is in use, and stays. */
export async function archiveMemories(
  found: readonly StoredMemory[],
  { memories, clock }: Using<MemoryReader & MemoryWriter, 'clock'>,
): Promise<void> {
  for (let from = 0; from < found.length; from += pageSize) {
    const page = found.slice(from, from + pageSize)
    await retryOnConflict(async () => {
      const now = await memories.get(page.map(({ id }) => id))
      const unchanged = page.filter(({ version }, place) => now[place]?.version === version)
      const change = unchanged.map(({ id, version }) => ({ id, version, state: 'retired' as const }))
      if (change.length > 0) await memories.commit({ at: clock.now(), change })
    })
  }
}
