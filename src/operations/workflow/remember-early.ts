import type { Run } from '../../memory/workflow/conversation/run.js'
import type { Answered } from '../../memory/workflow/machine/record-answer.js'
import { remembered, takeRemembering } from '../../memory/workflow/machine/remembering.js'
import type { Outcome } from '../../memory/workflow/machine/step.js'
import { inTurn, retryOnConflict } from '../changing.js'
import { rememberTurn } from './remember-turn.js'
import type { WorkflowContext } from './workflow-context.js'

type Message = Pick<Run, 'workflowId' | 'messageId'>

/**
 * WFL5, RSB5: whoever told an answer before the run was over has been told that it is recorded. The turn is noted as to
 * be remembered until it is, so that no crash loses the episode.
 */
export async function rememberEarly(message: Message, context: WorkflowContext): Promise<void> {
  const { turn, workflow } = await context.memories.workflows.answered(message.workflowId, message.messageId)
  if (turn !== undefined && workflow !== undefined) {
    await rememberTurn(turn, undefined, workflow.preferences, context)
  }
  await note(message, remembered, context)
}

/** When whoever was to do it has had its time. Of several servers one takes it over. */
export async function rememberForAnother(message: Message, context: WorkflowContext): Promise<void> {
  if (await note(message, takeRemembering, context)) await rememberEarly(message, context)
}

async function note(
  { workflowId, messageId }: Message,
  decide: (answered: Answered, now: number) => Outcome,
  { memories, clock }: WorkflowContext,
): Promise<boolean> {
  const write = async () => {
    const outcome = decide(await memories.workflows.answered(workflowId, messageId), clock.now())
    if (outcome.kind === 'refusal') return false
    await memories.commit({ at: clock.now(), steps: [outcome] })
    return true
  }
  return inTurn(memories, workflowId, () => retryOnConflict(write))
}
