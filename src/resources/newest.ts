import type { StoredMemory } from '../memory/memory.js'
import type { OperationContext } from '../operations/operation-context.js'
import { fitBudget } from '../operations/recalling/answer-budget.js'
import type { MemoryFilter } from '../ports/memory-store.js'

/** OPS3. */
const most = 100

/** COM14, for the whole answer. */
const maxTokens = 20_000

/** Nobody asked for anything: of a text that is too long its beginning is shown. */
const nothingSought = { text: '', words: [], terms: [], languages: [] }

/** The newest memories that pass the filter, within the budget. Reading them is no use (EPI4). */
export async function readNewest<Item extends { readonly content: string }>(
  filter: MemoryFilter,
  toItem: (memory: StoredMemory) => Item,
  { memories }: OperationContext,
) {
  const { total, memories: newest } = await memories.query(filter, { offset: 0, limit: most })
  const items: readonly (Item & { readonly truncated?: boolean })[] = fitBudget(
    newest.map(toItem),
    nothingSought,
    maxTokens,
  )
  return { page: { count: items.length, total, has_more: items.length < total }, items }
}
