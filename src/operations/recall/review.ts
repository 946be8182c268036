import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { reviewOf } from '../../memory/semantic/review.js'

export const needsReview = ({ memory }: { readonly memory: StoredMemory }): boolean =>
  reviewOf(memory.facets) !== undefined

/** SEM6: a memory in need of review is still recalled, at half its score. */
export function reviewed<Score extends { readonly score: number }>(scored: Score, memory: StoredMemory): Score {
  return needsReview({ memory }) ? { ...scored, score: scored.score / 2 } : scored
}

/** Set in every recalled memory that needs review. */
export const reviewFields = {
  needs_review: z.literal(true).optional(),
  review_reason: z.string().optional(),
}

export function toReviewFields({ facets }: StoredMemory): { needs_review?: true; review_reason?: string } {
  const reason = reviewOf(facets)
  return reason === undefined ? {} : { needs_review: true, review_reason: reason }
}
