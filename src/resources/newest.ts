import type { StoredMemory } from '../memory/memory.js'
import { fitBudget } from '../operations/recall/answer-budget.js'
import type { MemoryFilter } from '../ports/store/filter.js'
import type { MemoryReader } from '../ports/store/read.js'

/** OPS3. */
const maxItems = 100

/** COM14: the budget of the whole answer. */
const maxTokens = 20_000

/** There is no query: a text that is too long shows its beginning. */
const noQuery = { text: '', words: [], terms: [], languages: [] }

/** The newest memories that pass the filter, within the budget. Reading them does not count as a use (EPI4). */
export async function readNewest<Item extends { readonly content: string }>(
  filter: MemoryFilter,
  toItem: (memory: StoredMemory) => Item,
  { memories }: { readonly memories: MemoryReader },
) {
  const { total, memories: newest } = await memories.query(filter, { offset: 0, limit: maxItems })
  const items: readonly (Item & { readonly truncated?: boolean })[] = await fitBudget(
    newest.map(toItem),
    noQuery,
    maxTokens,
    {},
  )
  return { page: { count: items.length, total, has_more: items.length < total }, items }
}
