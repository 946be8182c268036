import type { JsonObject } from '../memory/memory.js'
import type { RunStatus } from '../memory/workflow/conversation/run.js'
import type { Turn } from '../memory/workflow/conversation/turn.js'
import type { Answered } from '../memory/workflow/machine/record-answer.js'
import type { Conversation } from '../memory/workflow/machine/step.js'
import type { WorkflowEvent } from '../memory/workflow/stream/event.js'
import type { Snapshot } from '../memory/workflow/stream/reader.js'

/** A message that no answer made an episode of. */
export interface Unanswered {
  readonly messageId: string
  readonly workflowId: string
  readonly preferences: JsonObject
  readonly askedAt: number
  readonly status: RunStatus
}

/** WFL1: conversations, their runs, turns and events. They are written by `Batch.steps`, together with memories. */
export interface WorkflowStore {
  /** With its latest run. */
  conversation(workflowId: string): Promise<Conversation | undefined>
  /** What is stored under these ids: a run of another workflow is given as it is, and the caller judges. */
  answered(workflowId: string, messageId: string): Promise<Answered>
  /** The newest, in the order of their runs. */
  turns(workflowId: string, most: number): Promise<readonly Turn[]>
  /**
   * What a reader who has seen everything up to `after` may need next, as much as is well held at once; with no number,
   * who wants the latest run alone.
   */
  snapshot(workflowId: string, after: number | null): Promise<Snapshot | undefined>
  /** Of every workflow, what was said behind this number of the store's own, in order; `seq` is where to go on. */
  eventsAfter(seq: number, most: number): Promise<{ readonly seq: number; readonly events: readonly WorkflowEvent[] }>
  /** Where `eventsAfter` begins for who wants only what comes. */
  newestEvent(): Promise<number>
  /**
   * Runs that nobody works on any more, each with its conversation: the lease ended at `now` or before (WFL6), or an
   * early answer should be an episode by now (RSB5).
   */
  lapsed(now: number): Promise<readonly Conversation[]>
  /** OPS4: every message that nobody answered yet, and that is not forgotten. */
  unanswered(): Promise<readonly Unanswered[]>
  /** WFL8: forgets the events of runs that ended before; how many there were. */
  dropEvents(endedBefore: number): Promise<number>
}
