import type { Clarification, Run } from './run.js'

/** What the user was told in the end. */
export interface Answer {
  readonly response: string
  readonly reasoning: string | null
  /** As told; `toolCallsIn` reads it. */
  readonly toolCalls: string | null
  readonly at: number
}

/** What stays of a run for the conversation: asked, shown, answered. */
export interface Turn {
  readonly workflowId: string
  readonly messageId: string
  readonly number: number
  readonly userInput: string
  readonly clarifications: readonly Clarification[]
  /** What was shown; none where the run did not complete (WFL5). */
  readonly memoryIds: readonly string[]
  readonly lessonIds: readonly string[]
  readonly answer: Answer | null
  readonly createdAt: number
}

export function turnOf(run: Run, answer: Answer | null, now: number): Turn {
  return {
    workflowId: run.workflowId,
    messageId: run.messageId,
    number: run.number,
    userInput: run.userInput,
    clarifications: run.clarifications,
    memoryIds: run.output?.memories.map(({ id }) => id) ?? [],
    lessonIds: run.output?.reasoningbank_hits.map(({ id }) => id) ?? [],
    answer,
    createdAt: now,
  }
}
