import { isRetirable, type RetirementPolicy } from '../../memory/consolidation/retirement.js'
import type { StoredMemory } from '../../memory/memory.js'
import { dayMs } from '../../memory/time.js'
import { retryOnConflict } from '../changing.js'
import type { OperationContext } from '../operation-context.js'
import type { ConsolidationScope } from './new-memories.js'

const pageSize = 500

/** CON6: those that the policy would retire. Looking is all that happens unless the caller asks for more. */
export async function findRetirable(
  policy: RetirementPolicy,
  scope: ConsolidationScope,
  { memories, clock }: Pick<OperationContext, 'memories' | 'clock'>,
): Promise<readonly StoredMemory[]> {
  const now = clock.now()
  const filter = { ...scope, kinds: ['episode', 'note'] as const, happenedTo: now - policy.minAgeDays * dayMs }
  const found: StoredMemory[] = []
  for (let offset = 0; ; offset += pageSize) {
    const page = await memories.query(filter, { offset, limit: pageSize })
    found.push(...page.memories.filter((memory) => isRetirable(memory, policy, now)))
    if (offset + pageSize >= page.total) return found
  }
}

/** They leave recall and can be brought back. One that changed meanwhile was of use to somebody, and stays. */
export async function retireMemories(
  found: readonly StoredMemory[],
  { memories, clock }: Pick<OperationContext, 'memories' | 'clock'>,
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
