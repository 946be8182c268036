import type { Goal } from '../../memory/workspace/state/goals.js'
import type { OperationContext } from '../operation-context.js'

/** A goal is no memory, but is named like one: in the order of time. */
export function newGoal(given: Omit<Goal, 'id' | 'setAt'>, { clock, ids }: OperationContext): Goal {
  const now = clock.now()
  const [, uuid] = ids.next('note', now).split(/-(.*)/s)
  return { ...given, id: `goal-${uuid}`, setAt: now }
}
