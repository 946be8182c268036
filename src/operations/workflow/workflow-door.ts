import type { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import type { Access } from '../../memory/access/access.js'
import type { Run } from '../../memory/workflow/conversation/run.js'
import type { StreamQuery } from '../../memory/workflow/stream/reader.js'
import { assertEffect } from '../authorise.js'
import { concealed } from '../concealed.js'
import { guardSecrets } from '../guard-secrets.js'
import type { OperationContext } from '../operation-context.js'
import { parseInput } from '../validation-error.js'
import { createWorkUnderWay } from '../work-under-way.js'
import { WorkflowRefusal } from './advance.js'
import { answerInput, type answerOutput, answerWorkflow } from './answer-workflow.js'
import { cancelWorkflow } from './cancel-workflow.js'
import { createEventHub } from './event-hub.js'
import { type Executed, executeInput, executeWorkflow } from './execute-workflow.js'
import { createFewAtOnce } from './few-at-once.js'
import { type FollowedWorkflow, followWorkflow } from './follow-workflow.js'
import { handOver } from './hand-over.js'
import { sessionOfCall } from './session-of-call.js'
import { tendWorkflows } from './tend-workflows.js'
import type { WorkflowContext } from './workflow-context.js'

/** So many wait for the two threads that rank, which are then never idle; with more, all would be late together. */
const recallsAtOnce = 4

/** What callers may do at the workflow door: ask, be asked back, follow, answer. */
export interface WorkflowCalls {
  execute(input: unknown): Promise<Executed>
  answer(input: unknown): Promise<z.output<typeof answerOutput>>
  /** The latest run, as it is then. */
  cancel(workflowId: string): Promise<Pick<Run, 'status' | 'messageId'>>
  /** Undefined when there is no such workflow. */
  follow(workflowId: string, query: StreamQuery, signal: AbortSignal): Promise<FollowedWorkflow | undefined>
  /** COM10: for whom such a call counts. */
  sessionOf(input: unknown): Promise<string>
  /** Rejects when the store does not answer. */
  checkStore(): Promise<void>
}

/** The workflow door, and what its server does behind it. */
export interface WorkflowDoor extends WorkflowCalls {
  /** The same calls, for somebody who may do no more than that. */
  as(access: Access): WorkflowCalls
  /** Nothing runs, also not in the background. */
  isIdle(): boolean
  /** WFL6, WFL8: what a server does besides, until the signal. */
  tend(signal: AbortSignal): Promise<void>
  /** When all that was asked for has been done, also what runs in the background. */
  settled(): Promise<void>
  /** WFL6: ends the runs that this process works on, for a server that must stop: others take it from there. */
  handOver(): Promise<void>
}

export function openWorkflowDoor(operations: OperationContext): WorkflowDoor {
  const underWay = createWorkUnderWay()
  const context: WorkflowContext = {
    ...operations,
    hub: createEventHub(operations.memories.workflows, operations.log),
    holder: crypto.randomUUID(),
    newUuid: () => crypto.randomUUID(),
    atWork: new Set(),
    fewRecalls: createFewAtOnce(recallsAtOnce),
    inBackground(work) {
      underWay.track(work.catch((error: unknown) => operations.log.error('work in the background failed', { error })))
    },
  }
  /** COM8: what went wrong on our side stays in the log. */
  async function answering<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await underWay.track(work())
    } catch (error) {
      const isKnown = error instanceof WorldWeaverError || error instanceof WorkflowRefusal
      throw isKnown ? error : concealed(error, call, operations)
    }
  }
  const guarded = <Input>(input: Input): Input => guardSecrets(input, operations.secrets).input
  /** Whoever may only look, may follow. */
  const writing = <Result>(call: string, { access }: WorkflowContext, work: () => Promise<Result>): Promise<Result> =>
    answering(call, async () => {
      assertEffect('write', access)
      return work()
    })
  const callsOf = (context: WorkflowContext): WorkflowCalls => ({
    execute: (input) =>
      writing('execute', context, () => executeWorkflow(guarded(parseInput(executeInput, input)), context)),
    answer: (input) =>
      writing('ai-answer', context, () => answerWorkflow(guarded(parseInput(answerInput, input)), context)),
    cancel: (workflowId) => writing('cancel', context, () => cancelWorkflow(workflowId, context)),
    follow: (workflowId, query, signal) => followWorkflow(workflowId, query, context, signal),
    sessionOf: (input) => sessionOfCall(input, context),
    async checkStore() {
      await context.memories.workflows.newestEvent()
    },
  })
  return {
    ...callsOf(context),
    as: (access) => callsOf({ access, ...context }),
    isIdle: underWay.isNone,
    tend: (signal) => tendWorkflows(context, signal),
    handOver: () => handOver(context),
    settled: underWay.settled,
  }
}
