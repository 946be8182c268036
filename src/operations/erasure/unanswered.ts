import { isOver } from '../../memory/workflow/conversation/run.js'
import { cancel } from '../../memory/workflow/machine/end-run.js'
import type { Unanswered } from '../../ports/workflow-store.js'
import { type Caller, isVisible } from '../machinery/caller.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { callerOf } from '../workflow/workflow-caller.js'
import { retryOnConflict } from '../writing/change-memory.js'

interface Criteria {
  readonly ids?: unknown
  readonly session_filter?: string | null
  readonly tags?: unknown
  readonly before?: number | null
  readonly key?: unknown
}

/**
 * OPS4: an unanswered question is not a memory, so it is found by session and time but not by id, tag or key. A conversation
 * without a session belongs to this process's own (COM3).
 */
export async function findUnanswered(
  { ids, session_filter, tags, before, key }: Criteria,
  { memories, defaults }: OperationContext,
  caller: Caller,
): Promise<readonly Unanswered[]> {
  if (ids != null || tags != null || key != null) return []
  const all = await memories.workflows.unanswered()
  return all.filter(({ preferences, askedAt }) => {
    const scope = callerOf(preferences, defaults)
    return askedAt < (before ?? Number.POSITIVE_INFINITY) && isVisible(scope, caller, session_filter)
  })
}

/** Cancels runs that are still open, so that their workers write nothing more (WSS5). */
export async function cancelUnanswered(unanswered: readonly Unanswered[], context: OperationContext): Promise<void> {
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
