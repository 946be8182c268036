import type { Memory } from '../../memory.js'

/** What the workspace itself writes carries one of these. */
export const ownTags = { summary: 'workspace:summary', answer: 'workspace:answer' } as const

/** GWT7: what the workspace wrote about records is no record, and says nothing new about the graph. */
export function mayHoldRecords({ tags }: Pick<Memory, 'tags'>): boolean {
  return !tags.includes(ownTags.summary) && !tags.includes(ownTags.answer)
}
