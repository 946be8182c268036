import type { JsonObject } from '../memory/memory.js'
import type { RunStatus } from '../memory/workflow/conversation/run.js'
import type { Turn } from '../memory/workflow/conversation/turn.js'
import type { AnswerTarget } from '../memory/workflow/machine/record-answer.js'
import type { Conversation } from '../memory/workflow/machine/step.js'
import type { WorkflowEvent } from '../memory/workflow/stream/event.js'
import type { Snapshot } from '../memory/workflow/stream/reader.js'

/** A message that has no answer yet, and therefore no episode. */
export interface Unanswered {
  readonly messageId: string
  readonly workflowId: string
  readonly preferences: JsonObject
  readonly askedAt: number
  readonly status: RunStatus
}

/** WFL1: conversations, their runs, turns and events. They are written by `Batch.steps`, together with memories. */
export interface WorkflowStore {
  /** The conversation with its latest run. */
  conversation(workflowId: string): Promise<Conversation | undefined>
  /** What is stored under these ids; the run may belong to another workflow, which the caller checks. */
  answered(workflowId: string, messageId: string): Promise<AnswerTarget>
  /** The newest turns, in the order of their runs. */
  turns(workflowId: string, most: number): Promise<readonly Turn[]>
  /**
   * The next page of events for a reader who has seen everything up to `after`; with null, for a reader who wants the
   * latest run only.
   */
  snapshot(workflowId: string, after: number | null): Promise<Snapshot | undefined>
  /** Events of all workflows after the store's number `seq`, in order; the returned `seq` is the next one to pass. */
  eventsAfter(seq: number, most: number): Promise<{ readonly seq: number; readonly events: readonly WorkflowEvent[] }>
  /** The `seq` for a reader who wants only new events. */
  newestEvent(): Promise<number>
  /**
   * Conversations with a run whose lease ended at `now` or before (WFL6), or whose early answer should be an episode by
   * now (RSB5).
   */
  lapsed(now: number): Promise<readonly Conversation[]>
  /** OPS4: every message without an answer that is not forgotten. */
  unanswered(): Promise<readonly Unanswered[]>
  /** WFL8: deletes the events of runs that ended before; resolves to their number. */
  dropEvents(endedBefore: number): Promise<number>
}
