import { isDuplicate } from '../consolidation/duplicates.js'
import { withConfirmation } from './confidence.js'
import { contradicts } from './contradictions.js'
import type { Lesson } from './lesson.js'

/** A current lesson of the same session and project, near a new one. */
export interface NearLesson {
  readonly id: string
  readonly lesson: Lesson
  /** Cosine of its vector and the new one's. */
  readonly cosine: number
}

/** RSB3. */
export const nearDuplicateCosine = 0.9

export type Placement =
  /** A near-duplicate: the stored lesson is updated to this and gets the new one's links. */
  | { readonly kind: 'joins'; readonly id: string; readonly lesson: Lesson }
  /** New, and supersedes the lessons that it contradicts. */
  | { readonly kind: 'new'; readonly supersedes: readonly string[] }

/** RSB3: whether a new lesson joins a near-duplicate or is stored and supersedes others. */
export function placeLesson(learnt: Lesson, near: readonly NearLesson[]): Placement {
  const current = near.filter(({ lesson }) => lesson.superseded_by === null)
  const same = current.find(({ lesson, cosine }) => cosine >= nearDuplicateCosine && isSame(lesson, learnt))
  if (same !== undefined) return { kind: 'joins', id: same.id, lesson: withConfirmation(same.lesson) }
  const contradicted = current.filter(({ lesson }) => contradicts(learnt, lesson))
  return { kind: 'new', supersedes: contradicted.map(({ id }) => id) }
}

/** CON2's word rule; a success is never a duplicate of a failure. */
const isSame = (a: Lesson, b: Lesson): boolean => a.outcome === b.outcome && isDuplicate(a.key_lesson, b.key_lesson)

export const supersededBy = (lesson: Lesson, id: string): Lesson => ({ ...lesson, superseded_by: id })
