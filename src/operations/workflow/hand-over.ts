import { giveUp } from '../../memory/workflow/machine/end-run.js'
import { advanceRun, WorkflowRefusal } from './advance.js'
import type { WorkflowContext } from './workflow-context.js'

/** WFL6: a server that must stop says so of every run it works on, rather than let their readers wait for the lease. */
export async function handOver(context: WorkflowContext): Promise<void> {
  const { clock, holder, log } = context
  const ending = [...context.atWork].map((run) =>
    advanceRun(run, (latest) => giveUp(latest, holder, clock.now()), context),
  )
  for (const ended of await Promise.allSettled(ending)) {
    // Lost: over by now. Whatever could not be written, the lease tells.
    const isTrouble = ended.status === 'rejected' && !(ended.reason instanceof WorkflowRefusal)
    if (isTrouble) log.warn('a run could not be handed over', { error: ended.reason })
  }
}
