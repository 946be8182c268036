import type { Run } from '../conversation/run.js'
import type { Turn } from '../conversation/turn.js'
import type { Workflow } from '../conversation/workflow.js'
import type { Said, WorkflowEvent } from '../stream/event.js'

/** A workflow and one of its runs: its latest, unless somebody answers an older one. */
export interface Conversation {
  readonly workflow: Workflow
  readonly run: Run
}

/**
 * All of it is written in one transaction, and only if the stored workflow still has the revision before
 * `workflow.revision` (WFL1). Only then are the events pushed (WFL4).
 */
export interface Step extends Conversation {
  readonly kind: 'step'
  readonly events: readonly WorkflowEvent[]
  readonly turn: Turn | null
}

/** `RUN_LOST`: the run is over or in other hands, and what was to be written is thrown away (WSS5). */
export type RefusalCode = 'WORKFLOW_NOT_FOUND' | 'MESSAGE_NOT_FOUND' | 'WORKFLOW_BUSY' | 'RUN_LOST'

export interface Refusal {
  readonly kind: 'refusal'
  readonly code: RefusalCode
}

export type Outcome = Step | Refusal

export const refuse = (code: RefusalCode): Refusal => ({ kind: 'refusal', code })

interface Writing {
  readonly workflow?: Partial<Workflow>
  readonly run?: Partial<Run>
  readonly says?: readonly Said[]
  readonly turn?: Turn
}

/** The next state, with ids for what is said. */
export function step({ workflow, run }: Conversation, { says = [], ...to }: Writing, now: number): Step {
  const events = says.map(
    (said, at): WorkflowEvent => ({
      ...said,
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
      ...to.workflow,
      lastEventId: workflow.lastEventId + events.length,
      revision: workflow.revision + 1,
    },
    run: { ...run, ...to.run },
    events,
    turn: to.turn ?? null,
  }
}
