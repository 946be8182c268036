import type { RunStatus } from '../../memory/workflow/conversation/run.js'
import { cancel } from '../../memory/workflow/machine/end-run.js'
import { advance, readSettled, WorkflowRefusal } from './advance.js'
import type { WorkflowContext } from './workflow-context.js'

/** WSS5: for everyone; a run that is over only tells its state. */
export async function cancelWorkflow(workflowId: string, context: WorkflowContext): Promise<RunStatus> {
  try {
    const { run } = await advance(workflowId, (conversation) => cancel(conversation, context.clock.now()), context)
    return run.status
  } catch (error) {
    if (!(error instanceof WorkflowRefusal) || error.code !== 'RUN_LOST') throw error
    return (await readSettled(workflowId, context)).run.status
  }
}
