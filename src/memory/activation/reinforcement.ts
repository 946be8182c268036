import { Rating } from 'ts-fsrs'
import type { Strength } from '../memory.js'
import { elapsedDays, fsrs } from './forgetting.js'

/** How a use went: only accessed, useful, important, or failed. */
export type Grade = 'access' | 'good' | 'easy' | 'again'

/** The uses that base-level activation counts exactly (Petrov 2006); older ones remain in the count. */
const maxRecentUses = 10

const ratings = { good: Rating.Good, easy: Rating.Easy, again: Rating.Again } as const

/**
 * Records every use, but moves the forgetting curve at most once a day: repeating a query is no evidence. A use older
 * than the last review never moves the review back, since uses arrive in batches from several processes.
 */
export function reinforce(strength: Strength, grade: Grade, at: number): Strength {
  const used = recordUse(strength, at)
  const days = elapsedDays(strength, at)
  if (grade === 'access' || (grade === 'good' && days < 1)) return used
  // FSRS has a separate formula for reviews on the same day, selected by t = 0.
  const { stability, difficulty } = fsrs.next_state(strength, days < 1 ? 0 : days, ratings[grade])
  return { ...used, stability, difficulty, reviewedAt: Math.max(strength.reviewedAt, at) }
}

function recordUse(strength: Strength, at: number): Strength {
  const recentUses = [...strength.recentUses, at].sort((a, b) => a - b).slice(-maxRecentUses)
  return { ...strength, uses: strength.uses + 1, recentUses }
}

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
