import type { CollectionOperation, CollectionRequest } from '../../collection/request.js'
import { range } from '../../phrases.js'
import type { ParsedQuestion } from './parse-question.js'

/** A question as a request to the records. */
export interface Interpretation {
  readonly request: CollectionRequest
  /** The answer is the number of distinct values, not their list. */
  readonly countsDistinct: boolean
  /** The question names the records by their own field ("which boat …"), so that a tie leaves it open. */
  readonly asksForOne?: boolean
  /** GWT19: positions of the words that this reading uses, besides those of the criteria. */
  readonly used: readonly number[]
}

/** The maximal number of records in a list. */
const maxShown = 50

export function interpretation(
  operation: CollectionOperation,
  { criteria }: ParsedQuestion,
  used: readonly Used[],
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
  return { request, countsDistinct: false, used: positionsOf(used) }
}

/** Words that a reading uses: a mention, a position, or several positions. */
export type Used = { readonly from: number; readonly to: number } | number | readonly number[] | undefined

const positionsOf = (used: readonly Used[]): readonly number[] =>
  used.flatMap((each) => {
    if (each === undefined) return []
    if (typeof each === 'number') return [each]
    return 'from' in each ? range(each.from, each.to) : each
  })
