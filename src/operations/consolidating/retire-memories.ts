import { isRetirable, type RetirementPolicy } from '../../memory/consolidation/retirement.js'
import type { StoredMemory } from '../../memory/memory.js'
import { dayMs } from '../../memory/time.js'
import type { OperationContext } from '../operation-context.js'
import type { ConsolidationScope } from './new-memories.js'

const pageSize = 500

/** CON6: those that the policy would retire. Looking is all that happens unless the caller asks for more. */
export async function findRetirable(
  policy: RetirementPolicy,
  scope: ConsolidationScope,
  { memories, clock }: OperationContext,
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
export async function retireMemories(found: readonly StoredMemory[], context: OperationContext): Promise<void> {
  for (let from = 0; from < found.length; from += pageSize) {
    await context.memories.commit({
      at: context.clock.now(),
      change: found.slice(from, from + pageSize).map(({ id, version }) => ({ id, version, state: 'retired' as const })),
    })
  }
}
