import type { Run } from '../../memory/workflow/conversation/run.js'
import { cancel } from '../../memory/workflow/machine/end-run.js'
import { advance, readSettled, WorkflowRefusal } from './advance.js'
import type { WorkflowContext } from './workflow-context.js'

/** WSS5: for everyone; a run that is over only tells its state. The latest run, as it is then. */
export async function cancelWorkflow(workflowId: string, context: WorkflowContext): Promise<Run> {
  try {
    return (await advance(workflowId, (conversation) => cancel(conversation, context.clock.now()), context)).run
  } catch (error) {
    if (!(error instanceof WorkflowRefusal) || error.code !== 'RUN_LOST') throw error
    return (await readSettled(workflowId, context)).run
  }
}
