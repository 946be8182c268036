import type { CollectionOperation, CollectionRequest } from '../../collection/request.js'
import type { ParsedQuestion } from './parse-question.js'

/** A question as a request to the records. */
export interface Interpretation {
  readonly request: CollectionRequest
  /** The answer is the number of distinct values, not their list. */
  readonly countsDistinct: boolean
}

/** The maximal number of records in a list. */
const maxShown = 50

export function interpretation(
  operation: CollectionOperation,
  { criteria }: ParsedQuestion,
  more: Partial<CollectionRequest> = {},
): Interpretation {
  const request: CollectionRequest = {
    operation,
    criteria,
    metric: null,
    k: maxShown,
    order: 'highest',
    groupField: null,
    groups: null,
    aggregate: 'count',
    ...more,
  }
  return { request, countsDistinct: false }
}
