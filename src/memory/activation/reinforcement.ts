import { Rating } from 'ts-fsrs'
import type { StoredMemory, Strength } from '../memory.js'
import { elapsedDays, fsrs } from './forgetting.js'

/** How a use went: only accessed, useful, important, or failed. */
export type Grade = 'access' | 'good' | 'easy' | 'again'

/** The uses that base-level activation counts exactly (Petrov 2006); older ones remain in the count. */
const maxRecentUses = 10

const ratings = { good: Rating.Good, easy: Rating.Easy, again: Rating.Again } as const

/**
 * Counts a use and moves the forgetting curve, at most once a day for what recalls return: repeating a query is no
 * evidence. What was merely accessed keeps the time and never enters base-level activation. A use older than the last
 * review never moves the review back, since uses arrive in batches from several processes.
 */
export function reinforce(strength: Strength, grade: Grade, at: number): Strength {
  const accessed = { ...strength, accessedAt: Math.max(strength.accessedAt ?? at, at) }
  const days = elapsedDays(strength, at)
  if (grade === 'access' || (grade === 'good' && days < 1)) return accessed
  const used = countUse(accessed, at)
  // FSRS has a separate formula for reviews on the same day, selected by t = 0.
  const { stability, difficulty } = fsrs.next_state(strength, days < 1 ? 0 : days, ratings[grade])
  return { ...used, stability, difficulty, reviewedAt: Math.max(strength.reviewedAt, at) }
}

function countUse(strength: Strength, at: number): Strength {
  const recentUses = [...strength.recentUses, at].sort((a, b) => a - b).slice(-maxRecentUses)
  return { ...strength, uses: strength.uses + 1, recentUses }
}

/** When a memory was last stored, used or returned. */
export const lastAccess = ({ recordedAt, strength }: Pick<StoredMemory, 'recordedAt' | 'strength'>): number =>
  Math.max(recordedAt, strength.accessedAt ?? recordedAt, ...strength.recentUses)

interface RecalledPlace {
  /** Its rank in the whole answer, from 0. */
  readonly rank: number
  readonly relevance: number
  readonly nothingRelevant: boolean
}

/** A result counts as a use only when it is among the first three and relevant. */
export function gradeOfRecall({ rank, relevance, nothingRelevant }: RecalledPlace): Grade {
  return rank < 3 && relevance >= 0.5 && !nothingRelevant ? 'good' : 'access'
}
