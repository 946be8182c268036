import type { Facets } from '../memory.js'

/** SEM6: why a memory needs review; undefined when it needs none. */
export function reviewOf({ needs_review, review_reason }: Facets): string | undefined {
  if (needs_review !== true) return undefined
  return typeof review_reason === 'string' ? review_reason : 'what it was derived from has changed'
}

export const markedForReview = (facets: Facets, reason: string): Facets => ({
  ...facets,
  needs_review: true,
  review_reason: reason,
})

export function withoutReview({ needs_review: _, review_reason: __, ...facets }: Facets): Facets {
  return facets
}
