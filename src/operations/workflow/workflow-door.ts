import type { z } from 'zod'
import type { RunStatus } from '../../memory/workflow/conversation/run.js'
import type { StreamQuery } from '../../memory/workflow/stream/reader.js'
import type { OperationContext } from '../operation-context.js'
import { parseInput } from '../validation-error.js'
import { answerInput, type answerOutput, answerWorkflow } from './answer-workflow.js'
import { cancelWorkflow } from './cancel-workflow.js'
import { createEventHub } from './event-hub.js'
import { type Executed, executeInput, executeWorkflow } from './execute-workflow.js'
import { type FollowedWorkflow, followWorkflow } from './follow-workflow.js'
import { tendWorkflows } from './tend-workflows.js'
import type { WorkflowContext } from './workflow-context.js'

/** The workflow door: ask, be asked back, follow, answer. */
export interface WorkflowDoor {
  execute(input: unknown): Promise<Executed>
  answer(input: unknown): Promise<z.output<typeof answerOutput>>
  cancel(workflowId: string): Promise<RunStatus>
  /** Undefined when there is no such workflow. */
  follow(workflowId: string, query: StreamQuery, signal: AbortSignal): Promise<FollowedWorkflow | undefined>
  /** WFL6, WFL8: what a server does besides, until the signal. */
  tend(signal: AbortSignal): Promise<void>
  /** When all that runs in the background has ended. */
  settled(): Promise<void>
}

export function openWorkflowDoor(operations: OperationContext): WorkflowDoor {
  const background = new Set<Promise<unknown>>()
  const context: WorkflowContext = {
    ...operations,
    hub: createEventHub(operations.memories.workflows, operations.log),
    holder: crypto.randomUUID(),
    newUuid: () => crypto.randomUUID(),
    inBackground(work) {
      background.add(work)
      void work.finally(() => background.delete(work))
    },
  }
  return {
    execute: async (input) => executeWorkflow(parseInput(executeInput, input), context),
    answer: async (input) => answerWorkflow(parseInput(answerInput, input), context),
    cancel: (workflowId) => cancelWorkflow(workflowId, context),
    follow: (workflowId, query, signal) =>
      followWorkflow(workflowId, query, { workflows: context.memories.workflows, hub: context.hub }, signal),
    tend: (signal) => tendWorkflows(context, signal),
    async settled() {
      while (background.size > 0) await Promise.allSettled(background)
    },
  }
}
