import type { Turn } from '../memory/workflow/conversation/turn.js'
import type { Answered } from '../memory/workflow/machine/record-answer.js'
import type { Conversation } from '../memory/workflow/machine/step.js'
import type { WorkflowEvent } from '../memory/workflow/stream/event.js'
import type { Snapshot } from '../memory/workflow/stream/reader.js'

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
  /** Conversations whose run nobody works on any more: its lease ended at `now` or before (WFL6). */
  lapsed(now: number): Promise<readonly Conversation[]>
  /** WFL8: forgets the events of runs that ended before; how many there were. */
  dropEvents(endedBefore: number): Promise<number>
}
