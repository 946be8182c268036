import { toKey } from '../phrases.js'
import type { Workspace } from './workspace.js'

export interface Goal {
  readonly id: string
  readonly description: string
  readonly keywords: readonly string[]
  /** 0.1 to 2. */
  readonly priority: number
  /** Who set it: the user, or a question that is attended to. */
  readonly origin: 'user' | 'attend'
  readonly setAt: number
}

/** GWT5. */
const mostGoals = 5
export const isPriority = (priority: number): boolean => priority >= 0.1 && priority <= 2

/**
 * GWT5: up to five are active, the oldest retires; a question's goal replaces only the question's before it. A new
 * goal makes the bus forget what it has said (GWT11); the same question again is no new goal.
 */
export function setGoal(workspace: Workspace, goal: Goal): Workspace {
  const kept = goal.origin === 'attend' ? workspace.goals.filter(({ origin }) => origin !== 'attend') : workspace.goals
  const isNew = workspace.goals.every(({ description }) => toKey(description) !== toKey(goal.description))
  return {
    ...workspace,
    goals: [...kept, goal].slice(-mostGoals),
    repetitions: isNew ? {} : workspace.repetitions,
  }
}
