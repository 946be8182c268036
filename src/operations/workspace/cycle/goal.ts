import type { Goal } from '../../../memory/workspace/state/goals.js'
import type { OperationContext } from '../../machinery/operation-context.js'

/** A goal is not a memory, but has an id of the same form, ordered by time. */
export function newGoal(
  given: Omit<Goal, 'id' | 'setAt'>,
  { clock, ids }: Pick<OperationContext, 'clock' | 'ids'>,
): Goal {
  const now = clock.now()
  const [, uuid] = ids.next('note', now).split(/-(.*)/s)
  return { ...given, id: `goal-${uuid}`, setAt: now }
}
