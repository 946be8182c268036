import type { Json } from '../../memory.js'
import type { RecordTable } from '../records/record-table.js'
import type { CollectionRequest } from './request.js'

/** The input of an operation. */
export interface Matched {
  readonly request: CollectionRequest
  readonly table: RecordTable
  /** The rows that meet the criteria and have a value of the fields that the operation works on. */
  readonly rows: readonly number[]
  /** All rows that the caller may see. */
  readonly visibleRows: readonly number[]
  /** The stored fields that the metric and the group field refer to. */
  readonly metricKeys: readonly string[]
  readonly groupKeys: readonly string[]
}

/** The result of an operation. */
export interface Outcome {
  readonly answer: string
  /** The rows that the answer is based on, best first; when absent, the matched rows. */
  readonly shown?: readonly number[]
  readonly matchedCount?: number
  readonly metadata?: { readonly [key: string]: Json }
}

export function formatList(texts: readonly string[], total: number): string {
  if (total === 0) return 'none'
  const more = total - texts.length
  return texts.join(', ') + (more === 0 ? '' : `${texts.length === 0 ? '' : ', '}and ${more} more`)
}
