import { isShown } from './confidence.js'
import type { Lesson } from './lesson.js'
import type { LessonHit } from './lesson-hit.js'

/** What recall found, by context and lesson, lexical and dense (RSB4). */
export interface FoundLesson {
  readonly id: string
  readonly lesson: Lesson
  readonly relevance: number
  readonly linkNodes: readonly string[]
}

/**
 * RSB4: the floor first, on relevance alone; then by relevance × confidence, which is the score. What is hidden or
 * superseded is not shown (RSB3).
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
