import type { Outcome } from '../memory.js'

/** RSB1: a lesson as the API returns it. */
export interface LessonHit {
  readonly id: string
  readonly score: number
  readonly key_lesson: string
  readonly context_to_prefer: string
  /** The memories it was derived from. */
  readonly link_nodes: readonly string[]
  readonly outcome: Outcome
  readonly confidence: number
}
