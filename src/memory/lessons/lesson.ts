import type { Outcome } from '../memory.js'
import { confidenceOf } from './confidence.js'

/** The facets of a lesson: what was learnt, when it applies, and how reliable it is. */
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
  /** The message of a tool that the lesson quotes. */
  readonly error?: string
}

export const newLesson = (content: Pick<Lesson, 'key_lesson' | 'context_to_prefer' | 'outcome' | 'error'>): Lesson => ({
  ...content,
  confidence: confidenceOf({ wins: 0, losses: 0 }),
  uses: 0,
  wins: 0,
  losses: 0,
  superseded_by: null,
})
