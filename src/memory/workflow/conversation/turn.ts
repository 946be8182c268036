import type { Clarification, Run } from './run.js'

/** The answer that the agent gave the user. */
export interface Answer {
  readonly response: string
  readonly reasoning: string | null
  /** As the agent reported them; `toolCallsIn` parses the text. */
  readonly toolCalls: string | null
  /** REC25: questions that the turn answers. */
  readonly answers?: readonly string[]
  readonly at: number
}

/** A finished run as part of the conversation: the question, the memories shown and the answer. */
export interface Turn {
  readonly workflowId: string
  readonly messageId: string
  readonly number: number
  readonly userInput: string
  readonly clarifications: readonly Clarification[]
  /** The memories that were shown; empty when the run did not complete (WFL5). */
  readonly memoryIds: readonly string[]
  readonly lessonIds: readonly string[]
  readonly answer: Answer | null
  readonly createdAt: number
}

export function toTurn(run: Run, answer: Answer | null, now: number): Turn {
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
