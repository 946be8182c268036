import type { Outcome } from '../memory.js'

/** RSB1: a lesson as it is shown, and as it goes over the wire. */
export interface LessonHit {
  readonly id: string
  readonly score: number
  readonly key_lesson: string
  readonly context_to_prefer: string
  /** The memories that it came from. */
  readonly link_nodes: readonly string[]
  readonly outcome: Outcome
  readonly confidence: number
}
