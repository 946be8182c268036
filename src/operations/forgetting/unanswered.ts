import { isOver } from '../../memory/workflow/conversation/run.js'
import { cancel } from '../../memory/workflow/machine/end-run.js'
import type { Unanswered } from '../../ports/workflow-store.js'
import { type Caller, isInSight } from '../caller.js'
import { retryOnConflict } from '../changing.js'
import type { OperationContext } from '../operation-context.js'
import { callerOf } from '../workflow/workflow-caller.js'

interface Criteria {
  readonly ids?: unknown
  readonly session_filter?: string | null
  readonly tags?: unknown
  readonly before?: number | null
}

/**
 * OPS4: a question that was never answered is no memory, so that no id and no tag reaches it; a session and a time do.
 * Where the conversation names no session, it is taken for one of this process's own (COM3).
 */
export async function findUnanswered(
  { ids, session_filter, tags, before }: Criteria,
  { memories, defaults }: OperationContext,
  caller: Caller,
): Promise<readonly Unanswered[]> {
  if (ids != null || tags != null) return []
  const all = await memories.workflows.unanswered()
  return all.filter(({ preferences, askedAt }) => {
    const home = callerOf(preferences, defaults)
    return askedAt < (before ?? Number.POSITIVE_INFINITY) && isInSight(home, caller, session_filter)
  })
}

/** One that still goes or waits is cancelled first: whoever works on it finds it lost, and writes nothing more (WSS5). */
export async function callOff(unanswered: readonly Unanswered[], context: OperationContext): Promise<void> {
  const { memories, clock } = context
  for (const { workflowId, messageId } of unanswered.filter((each) => !isOver(each))) {
    await retryOnConflict(async () => {
      const latest = await memories.workflows.conversation(workflowId)
      if (latest?.run.messageId !== messageId) return
      const outcome = cancel(latest, clock.now())
      if (outcome.kind === 'step') await memories.commit({ at: clock.now(), steps: [outcome] })
    })
  }
}
