import type { JsonObject } from '../../memory.js'
import { isOver, type Run, type RunLease } from '../conversation/run.js'
import { newWorkflow, type Workflow, withPreferences } from '../conversation/workflow.js'
import { type Conversation, type Outcome, refuse, type Step, step } from './step.js'

export interface UserMessage {
  readonly userInput: string
  /** REC24: the question in other words. */
  readonly also?: readonly string[]
  readonly mayAskBack: boolean
  readonly preferences: JsonObject
}

export interface NewIds {
  readonly workflowId: string
  readonly messageId: string
}

/** WFL2: the first message of a new workflow. */
export function startWorkflow(message: UserMessage, ids: NewIds, lease: RunLease, now: number): Step {
  return startRun(newWorkflow(ids.workflowId, ids.messageId, now), message, ids.messageId, lease, now)
}

/**
 * WFL2: a message answers a waiting run, is refused as busy while a run is going, and otherwise starts a new run, which
 * gets `messageId`. The caller has already ended a run with an expired lease (`expireRun`).
 */
export function execute(
  conversation: Conversation,
  message: UserMessage,
  messageId: string,
  lease: RunLease,
  now: number,
): Outcome {
  const { workflow, run } = conversation
  if (run.status === 'running') return refuse('WORKFLOW_BUSY')
  return isOver(run)
    ? startRun(workflow, message, messageId, lease, now)
    : answerClarification(conversation, message, lease, now)
}

function startRun(workflow: Workflow, message: UserMessage, messageId: string, lease: RunLease, now: number): Step {
  const number = workflow.runCount + 1
  const run: Run = {
    messageId,
    workflowId: workflow.id,
    number,
    status: 'running',
    userInput: message.userInput,
    also: message.also,
    mayAskBack: message.mayAskBack,
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
  const newEvents = [{ type: 'progress', message: 'Reading the question', data: null } as const]
  return step(
    { workflow, run },
    {
      workflow: {
        ...withPreferences(workflow, message.preferences),
        currentRun: messageId,
        latestRun: messageId,
        runCount: number,
      },
      newEvents,
    },
    now,
  )
}

function answerClarification(conversation: Conversation, message: UserMessage, lease: RunLease, now: number): Step {
  const { workflow, run } = conversation
  const clarification = { question: run.pendingQuestion ?? '', answer: message.userInput }
  return step(
    conversation,
    {
      workflow: withPreferences(workflow, message.preferences),
      run: {
        status: 'running',
        pendingQuestion: null,
        clarifications: [...run.clarifications, clarification],
        also: message.also ?? run.also,
        mayAskBack: run.mayAskBack && message.mayAskBack,
        lease,
      },
      newEvents: [{ type: 'progress', message: 'Reading the answer', data: null }],
    },
    now,
  )
}

/**
 * WFL2: of two concurrent calls one is refused by compare-and-set. If the other call started a run or answered a
 * clarification, the refused call reports busy; if only an answer or progress was written, it may retry.
 */
export function wasOvertaken(read: Conversation, now: Conversation): boolean {
  const isAnswered = now.run.clarifications.length !== read.run.clarifications.length
  return now.workflow.latestRun !== read.workflow.latestRun || isAnswered
}
