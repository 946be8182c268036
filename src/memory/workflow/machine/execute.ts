import type { JsonObject } from '../../memory.js'
import { isOver, type Run, type RunLease } from '../conversation/run.js'
import { newWorkflow, preferring, type Workflow } from '../conversation/workflow.js'
import { type Conversation, type Outcome, refuse, type Step, step } from './step.js'

export interface Asked {
  readonly userInput: string
  readonly mayAskBack: boolean
  readonly preferences: JsonObject
}

export interface NewIds {
  readonly workflowId: string
  readonly messageId: string
}

/** WFL2: no workflow yet. */
export function startWorkflow(asked: Asked, ids: NewIds, lease: RunLease, now: number): Step {
  return startRun(newWorkflow(ids.workflowId, ids.messageId, now), asked, ids.messageId, lease, now)
}

/**
 * WFL2: waiting = this is the answer, to the same run; running = busy; over = a new run. `messageId` is for a new run.
 * Whoever calls has settled a lapsed lease before (`lapse`).
 */
export function execute(
  conversation: Conversation,
  asked: Asked,
  messageId: string,
  lease: RunLease,
  now: number,
): Outcome {
  const { workflow, run } = conversation
  if (run.status === 'running') return refuse('WORKFLOW_BUSY')
  return isOver(run) ? startRun(workflow, asked, messageId, lease, now) : answer(conversation, asked, lease, now)
}

function startRun(workflow: Workflow, asked: Asked, messageId: string, lease: RunLease, now: number): Step {
  const number = workflow.runCount + 1
  const run: Run = {
    messageId,
    workflowId: workflow.id,
    number,
    status: 'running',
    userInput: asked.userInput,
    mayAskBack: asked.mayAskBack,
    pendingQuestion: null,
    clarifications: [],
    subqueries: [],
    output: null,
    failure: null,
    earlyAnswer: null,
    lease,
    firstEventId: workflow.lastEventId + 1,
    endEventIds: [],
    startedAt: now,
    endedAt: null,
  }
  const says = [{ type: 'progress', message: 'Reading the question', data: null } as const]
  return step(
    { workflow, run },
    {
      workflow: {
        ...preferring(workflow, asked.preferences),
        currentRun: messageId,
        latestRun: messageId,
        runCount: number,
      },
      says,
    },
    now,
  )
}

function answer(conversation: Conversation, asked: Asked, lease: RunLease, now: number): Step {
  const { workflow, run } = conversation
  const clarification = { question: run.pendingQuestion ?? '', answer: asked.userInput }
  return step(
    conversation,
    {
      workflow: preferring(workflow, asked.preferences),
      run: {
        status: 'running',
        pendingQuestion: null,
        clarifications: [...run.clarifications, clarification],
        mayAskBack: run.mayAskBack && asked.mayAskBack,
        lease,
      },
      says: [{ type: 'progress', message: 'Reading the answer', data: null }],
    },
    now,
  )
}

/**
 * WFL2: of two concurrent calls the one whose write was refused lost, if the other began a run or answered; then it is
 * busy, whatever came of that since. Where only an answer or progress was written between, it may try again.
 */
export function wasOvertaken(read: Conversation, now: Conversation): boolean {
  const isAnswered = now.run.clarifications.length !== read.run.clarifications.length
  return now.workflow.latestRun !== read.workflow.latestRun || isAnswered
}
