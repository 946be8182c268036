import type { Run } from '../../memory/workflow/conversation/run.js'
import type { AnswerTarget } from '../../memory/workflow/machine/record-answer.js'
import { claimRemembering, finishRemembering } from '../../memory/workflow/machine/remembering.js'
import type { Outcome } from '../../memory/workflow/machine/step.js'
import { retryOnConflict, withKeyedMutex } from '../writing/change-memory.js'
import { storeTurn } from './store-turn.js'
import type { WorkflowContext } from './workflow-context.js'

type Message = Pick<Run, 'workflowId' | 'messageId'>

/**
 * WFL5, RSB5: stores a turn that was answered before its run ended. The caller already knows that the answer is recorded,
 * so the turn stays marked until it is stored: no crash loses the episode.
 */
export async function storeEarlyAnswer(message: Message, context: WorkflowContext): Promise<void> {
  const { turn, workflow } = await context.memories.workflows.answered(message.workflowId, message.messageId)
  if (turn !== undefined && workflow !== undefined) {
    await storeTurn(turn, undefined, workflow.preferences, context)
  }
  await note(message, finishRemembering, context)
}

/** Takes over when the responsible server has not stored it in time. Of several servers, one does. */
export async function takeOverEarlyAnswer(message: Message, context: WorkflowContext): Promise<void> {
  if (await note(message, claimRemembering, context)) await storeEarlyAnswer(message, context)
}

async function note(
  { workflowId, messageId }: Message,
  decide: (answered: AnswerTarget, now: number) => Outcome,
  { memories, clock }: WorkflowContext,
): Promise<boolean> {
  const write = async () => {
    const outcome = decide(await memories.workflows.answered(workflowId, messageId), clock.now())
    if (outcome.kind === 'refusal') return false
    await memories.commit({ at: clock.now(), steps: [outcome] })
    return true
  }
  return withKeyedMutex(memories, workflowId, () => retryOnConflict(write))
}
