import type { Json } from '../../memory.js'
import type { RecordTable } from '../records/record-table.js'
import type { CollectionRequest } from './request.js'

/** What an operation works on. */
export interface Matched {
  readonly request: CollectionRequest
  readonly table: RecordTable
  /** Those that meet the criteria. */
  readonly rows: readonly number[]
  /** All that the caller may see. */
  readonly inSight: readonly number[]
  /** Of the metric and of the group field, resolved to the fields that the store has. */
  readonly metricKeys: readonly string[]
  readonly groupKeys: readonly string[]
}

/** What it finds. */
export interface Outcome {
  readonly answer: string
  /** What the answer rests on, best first; when not told, what meets the criteria. */
  readonly shown?: readonly number[]
  readonly matchedCount?: number
  readonly metadata?: { readonly [key: string]: Json }
}

export function listed(texts: readonly string[], total: number): string {
  if (total === 0) return 'none'
  const more = total - texts.length
  return texts.join(', ') + (more === 0 ? '' : `${texts.length === 0 ? '' : ', '}and ${more} more`)
}
