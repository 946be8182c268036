import type { Outcome } from '../memory.js'

/** What was learnt, when it applies, and how far to trust it: the facets of a lesson. */
export type Lesson = {
  readonly key_lesson: string
  readonly context_to_prefer: string
  readonly outcome: Outcome
  /** Mean of the Beta distribution of its wins and losses. */
  readonly confidence: number
  readonly uses: number
  readonly wins: number
  readonly losses: number
  readonly superseded_by: string | null
}

/** Beta(2, 1): a lesson from a real signal is more likely right than wrong. */
const [priorWins, priorLosses] = [2, 1]

export const newLesson = (told: Pick<Lesson, 'key_lesson' | 'context_to_prefer' | 'outcome'>): Lesson => ({
  ...told,
  confidence: priorWins / (priorWins + priorLosses),
  uses: 0,
  wins: 0,
  losses: 0,
  superseded_by: null,
})
