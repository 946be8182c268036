import { setTimeout as pause } from 'node:timers/promises'
import { dayMs } from '../../memory/time.js'
import { readSettled } from './advance.js'
import type { WorkflowContext } from './workflow-context.js'

const everyMs = 1_000
const dropEveryMs = 60_000

/** WFL6, WFL8: ends what nobody works on any more, and forgets events of yesterday, until the signal. */
export async function tendWorkflows(context: WorkflowContext, signal: AbortSignal): Promise<void> {
  const { memories, clock, log } = context
  for (let dropped = -Infinity; !signal.aborted; ) {
    try {
      for (const { workflow } of await memories.workflows.lapsed(clock.now())) await readSettled(workflow.id, context)
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
