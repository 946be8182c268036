import { setTimeout as pause } from 'node:timers/promises'
import { dayMs } from '../../memory/time.js'
import { isOver } from '../../memory/workflow/conversation/run.js'
import { readSettled } from './advance.js'
import { rememberForAnother } from './remember-early.js'
import type { WorkflowContext } from './workflow-context.js'

const everyMs = 1_000
const dropEveryMs = 60_000

/** WFL6, RSB5, WFL8: ends or remembers what nobody works on any more, and forgets events of yesterday, until the signal. */
export async function tendWorkflows(context: WorkflowContext, signal: AbortSignal): Promise<void> {
  const { memories, clock, log } = context
  for (let dropped = -Infinity; !signal.aborted; ) {
    try {
      for (const { run } of await memories.workflows.lapsed(clock.now())) {
        if (isOver(run)) await rememberForAnother(run, context)
        else await readSettled(run.workflowId, context)
      }
      if (performance.now() - dropped >= dropEveryMs) {
        await memories.workflows.dropEvents(clock.now() - dayMs)
        dropped = performance.now()
      }
    } catch (error) {
      log.warn('workflows could not be tended', { error })
    }
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
