import { toKey } from '../phrases.js'
import type { Workspace } from './workspace.js'

export interface Goal {
  readonly id: string
  readonly description: string
  readonly keywords: readonly string[]
  /** 0.1 to 2. */
  readonly priority: number
  /** Set by the user, or by a question under `gwt_attend`. */
  readonly origin: 'user' | 'attend'
  readonly setAt: number
}

/** GWT5. */
const maxGoals = 5
export const isPriority = (priority: number): boolean => priority >= 0.1 && priority <= 2

/**
 * GWT5: up to five goals are active, the oldest retires; the goal of a question replaces only that of the previous
 * question. A new goal resets the repetition counts of the bus (GWT11); the same question again is not a new goal.
 */
export function setGoal(workspace: Workspace, goal: Goal): Workspace {
  const kept = goal.origin === 'attend' ? workspace.goals.filter(({ origin }) => origin !== 'attend') : workspace.goals
  const isNew = workspace.goals.every(({ description }) => toKey(description) !== toKey(goal.description))
  return {
    ...workspace,
    goals: [...kept, goal].slice(-maxGoals),
    repetitions: isNew ? {} : workspace.repetitions,
    // What lost its slot under other goals may return.
    losses: isNew ? {} : workspace.losses,
  }
}

/** The newest goal with this id or description. */
export const findGoal = ({ goals }: Workspace, named: string): Goal | undefined =>
  goals.findLast(({ id, description }) => id === named.trim() || toKey(description) === toKey(named))

/** GWT5: the others stay. */
export const withdrawGoal = (workspace: Workspace, goal: Goal): Workspace => ({
  ...workspace,
  goals: workspace.goals.filter(({ id }) => id !== goal.id),
  losses: {},
})
