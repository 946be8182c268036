import { z } from 'zod'
import type { Found } from './find-memories.js'
import type { RecalledPage } from './recall-page.js'

/** What every recall says about its page (COM9, REC14). */
export const pageFields = {
  query: z.string(),
  count: z.int(),
  total: z.int(),
  total_is_lower_bound: z.literal(true).optional(),
  offset: z.int(),
  limit: z.int(),
  has_more: z.boolean(),
  nothing_relevant: z.boolean(),
}

interface Asked {
  readonly query: string
  readonly offset: number
  readonly limit: number
}

/** `count` is what the answer holds: fewer than were recalled when its budget was small. */
export function toPage({ query, offset, limit }: Asked, found: Found, page: RecalledPage, count: number) {
  return {
    query,
    count,
    total: page.total,
    ...(page.totalIsLowerBound ? { total_is_lower_bound: true as const } : {}),
    offset,
    limit,
    has_more: offset + count < page.total,
    nothing_relevant: found.ranking.nothingRelevant,
  }
}
