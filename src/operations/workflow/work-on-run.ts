import type { Failure } from '../../memory/workflow/conversation/run.js'
import type { Conversation, Outcome } from '../../memory/workflow/machine/step.js'
import { complete, fail, renewLease } from '../../memory/workflow/machine/work.js'
import type { Caller } from '../machinery/caller.js'
import { advanceRun, WorkflowRefusal } from './advance.js'
import type { Planned } from './plan-question.js'
import { retrieve } from './retrieve.js'
import type { WorkflowContext } from './workflow-context.js'

/** WFL6: how long no other server may declare the worker dead; renewed while it works. */
export const leaseMs = 10_000
const renewEveryMs = 3_000

/** Retrieves in the background and completes or fails the run. Never rejects. */
export async function workOnRun(
  { workflow, run }: Conversation,
  { subqueries, probed }: Planned,
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  const { clock, holder, log } = context
  const write = (decide: (latest: Conversation) => Outcome) => advanceRun(run, decide, context, { workflow, run })
  const renewing = setInterval(() => {
    const lease = { holder, until: clock.now() + leaseMs }
    write((latest) => renewLease(latest, lease, clock.now())).catch(() => undefined)
  }, renewEveryMs)
  renewing.unref()
  context.activeRuns.add(run)
  try {
    const output = await retrieve({ subqueries, also: run.also, probed }, context, caller)
    await write((latest) => complete(latest, holder, output, clock.now()))
  } catch (error) {
    // WSS5: cancelled or taken over: a late result is dropped.
    if (error instanceof WorkflowRefusal) return
    log.error('retrieval failed', { workflow: workflow.id, error })
    const failure: Failure = { code: 'RETRIEVAL_ERROR', message: 'Failed to retrieve memories' }
    await write((latest) => fail(latest, holder, failure, clock.now())).catch(() => undefined)
  } finally {
    clearInterval(renewing)
    context.activeRuns.delete(run)
  }
}
