import { isShown } from './confidence.js'
import type { Lesson } from './lesson.js'
import type { LessonHit } from './lesson-hit.js'

/** A lesson that recall found (RSB4). */
export interface FoundLesson {
  readonly id: string
  readonly lesson: Lesson
  readonly relevance: number
  readonly linkNodes: readonly string[]
}

/**
 * RSB4: filters by relevance, then sorts by the score, relevance × confidence. Lessons of low confidence and superseded
 * ones are left out (RSB3).
 */
export function rankLessons(found: readonly FoundLesson[], floor: number): readonly LessonHit[] {
  return found
    .filter(({ lesson, relevance }) => relevance >= floor && isShown(lesson))
    .map(({ id, lesson, relevance, linkNodes }) => ({
      id,
      score: relevance * lesson.confidence,
      key_lesson: lesson.key_lesson,
      context_to_prefer: lesson.context_to_prefer,
      link_nodes: linkNodes,
      outcome: lesson.outcome,
      confidence: lesson.confidence,
    }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
