import type { Memory } from '../../memory.js'

/** Memories that the workspace itself writes carry one of these tags. */
export const workspaceTags = { summary: 'workspace:summary', answer: 'workspace:answer' } as const

/** GWT7: a memory that the workspace wrote about records is not a record and adds nothing to the graph. */
export function mayHoldRecords({ tags }: Pick<Memory, 'tags'>): boolean {
  return !tags.includes(workspaceTags.summary) && !tags.includes(workspaceTags.answer)
}
