import type { CollectionOperation, CollectionRequest } from '../../collection/request.js'
import type { Reading } from './reading.js'

/** What a question asks of the records. */
export interface Interpretation {
  readonly request: CollectionRequest
  /** The answer is how many distinct values there are, not which. */
  readonly countsDistinct: boolean
}

/** How many records a list shows. */
const mostShown = 50

export function interpretation(
  operation: CollectionOperation,
  { criteria }: Reading,
  more: Partial<CollectionRequest> = {},
): Interpretation {
  const request: CollectionRequest = {
    operation,
    criteria,
    metric: null,
    k: mostShown,
    order: 'highest',
    groupField: null,
    groups: null,
    aggregate: 'count',
    ...more,
  }
  return { request, countsDistinct: false }
}
