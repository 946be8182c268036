import type { Run } from '../../memory/workflow/conversation/run.js'
import { cancel } from '../../memory/workflow/machine/end-run.js'
import type { Conversation } from '../../memory/workflow/machine/step.js'
import { advance, readSettled, WorkflowRefusal } from './advance.js'
import { assertInReach } from './reach.js'
import type { WorkflowContext } from './workflow-context.js'

/** WSS5: for everyone; a run that is over only tells its state. The latest run, as it is then. */
export async function cancelWorkflow(workflowId: string, context: WorkflowContext): Promise<Run> {
  const decide = (conversation: Conversation) => {
    assertInReach(conversation.workflow, context)
    return cancel(conversation, context.clock.now())
  }
  try {
    return (await advance(workflowId, decide, context)).run
  } catch (error) {
    if (!(error instanceof WorkflowRefusal) || error.code !== 'RUN_LOST') throw error
    const { workflow, run } = await readSettled(workflowId, context)
    assertInReach(workflow, context)
    return run
  }
}
