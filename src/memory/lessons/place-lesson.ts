import { isDuplicate } from '../consolidation/duplicates.js'
import { confirmed } from './confidence.js'
import { contradicts } from './contradictions.js'
import type { Lesson } from './lesson.js'

/** A stored lesson near a new one: same session and project, current. */
export interface NearLesson {
  readonly id: string
  readonly lesson: Lesson
  /** Of its vector with the new one's. */
  readonly cosine: number
}

/** RSB3. */
export const nearDuplicateCosine = 0.9

export type Placement =
  /** A near-duplicate: the old one is changed to this and gets the new one's links. */
  | { readonly kind: 'joins'; readonly id: string; readonly lesson: Lesson }
  /** New, and these are superseded by it; none where it contradicts nothing. */
  | { readonly kind: 'new'; readonly supersedes: readonly string[] }

/** RSB3: where a lesson that was just learnt belongs among those that are near it. */
export function placeLesson(learnt: Lesson, near: readonly NearLesson[]): Placement {
  const current = near.filter(({ lesson }) => lesson.superseded_by === null)
  const same = current.find(({ lesson, cosine }) => cosine >= nearDuplicateCosine && isSame(lesson, learnt))
  if (same !== undefined) return { kind: 'joins', id: same.id, lesson: confirmed(same.lesson) }
  const contradicted = current.filter(({ lesson }) => contradicts(learnt, lesson))
  return { kind: 'new', supersedes: contradicted.map(({ id }) => id) }
}

/** CON2's word rule; a success is never the duplicate of a failure. */
const isSame = (a: Lesson, b: Lesson): boolean => a.outcome === b.outcome && isDuplicate(a.key_lesson, b.key_lesson)

export const supersededBy = (lesson: Lesson, id: string): Lesson => ({ ...lesson, superseded_by: id })
