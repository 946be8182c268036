import type { LessonHit } from '../../lessons/lesson-hit.js'
import type { RetrievedMemory } from './retrieved-memory.js'

/** The main output of a run, as the `memories` event carries it. */
export interface FinalOutput {
  readonly memories: readonly RetrievedMemory[]
  readonly reasoningbank_hits: readonly LessonHit[]
}
