import { Rating } from 'ts-fsrs'
import type { Strength } from '../memory.js'
import { elapsedDays, fsrs } from './forgetting.js'

/** How a use went: merely looked at, of use, held to be important, or failed. */
export type Grade = 'access' | 'good' | 'easy' | 'again'

/** As many uses as base-level activation takes exactly (Petrov 2006); older ones live on in the count. */
const keptUses = 10

const ratings = { good: Rating.Good, easy: Rating.Easy, again: Rating.Again } as const

/**
 * A use is evidence, not an echo: every one is recorded, but asking the same thing all day moves the forgetting curve
 * once at most. A use older than the last review (uses arrive in batches, from several processes) never turns it back.
 */
export function reinforce(strength: Strength, grade: Grade, at: number): Strength {
  const used = recordUse(strength, at)
  const days = elapsedDays(strength, at)
  if (grade === 'access' || (grade === 'good' && days < 1)) return used
  // FSRS has a formula of its own for reviews on the same day, chosen by t = 0.
  const { stability, difficulty } = fsrs.next_state(strength, days < 1 ? 0 : days, ratings[grade])
  return { ...used, stability, difficulty, reviewedAt: Math.max(strength.reviewedAt, at) }
}

function recordUse(strength: Strength, at: number): Strength {
  const recentUses = [...strength.recentUses, at].sort((a, b) => a - b).slice(-keptUses)
  return { ...strength, uses: strength.uses + 1, recentUses }
}

interface RecalledPlace {
  /** Its place in the whole answer, from 0. */
  readonly rank: number
  readonly relevance: number
  readonly nothingRelevant: boolean
}

/** Being returned says little; being returned on top, and on topic, is a use. */
export function gradeOfRecall({ rank, relevance, nothingRelevant }: RecalledPlace): Grade {
  return rank < 3 && relevance >= 0.5 && !nothingRelevant ? 'good' : 'access'
}
