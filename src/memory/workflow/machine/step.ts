import type { Run } from '../conversation/run.js'
import type { Turn } from '../conversation/turn.js'
import type { Workflow } from '../conversation/workflow.js'
import type { NewEvent, WorkflowEvent } from '../stream/event.js'

/** A workflow and one of its runs: the latest, unless a caller records the answer to an older one. */
export interface Conversation {
  readonly workflow: Workflow
  readonly run: Run
}

/**
 * A step is written in one transaction, and only if the stored workflow still has the revision before
 * `workflow.revision` (WFL1). Its events are pushed after the commit (WFL4).
 */
export interface Step extends Conversation {
  readonly kind: 'step'
  readonly events: readonly WorkflowEvent[]
  readonly turn: Turn | null
}

/** `RUN_LOST`: the run is over or another process holds it, so the write is discarded (WSS5). */
export type RefusalCode = 'WORKFLOW_NOT_FOUND' | 'MESSAGE_NOT_FOUND' | 'WORKFLOW_BUSY' | 'RUN_LOST'

export interface Refusal {
  readonly kind: 'refusal'
  readonly code: RefusalCode
}

export type Outcome = Step | Refusal

export const refuse = (code: RefusalCode): Refusal => ({ kind: 'refusal', code })

interface Changes {
  readonly workflow?: Partial<Workflow>
  readonly run?: Partial<Run>
  readonly newEvents?: readonly NewEvent[]
  readonly turn?: Turn
}

/** Builds the next state and gives ids to the new events. */
export function step({ workflow, run }: Conversation, { newEvents = [], ...changes }: Changes, now: number): Step {
  const events = newEvents.map(
    (event, at): WorkflowEvent => ({
      ...event,
      id: workflow.lastEventId + 1 + at,
      workflowId: workflow.id,
      messageId: run.messageId,
      at: now,
    }),
  )
  return {
    kind: 'step',
    workflow: {
      ...workflow,
      ...changes.workflow,
      lastEventId: workflow.lastEventId + events.length,
      revision: workflow.revision + 1,
    },
    run: { ...run, ...changes.run },
    events,
    turn: changes.turn ?? null,
  }
}
