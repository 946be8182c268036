import type { Criterion } from './criteria.js'
import type { Aggregate } from './quantity.js'

export const collectionOperations = [
  'count',
  'filter',
  'top_k',
  'average',
  'sum',
  'distinct',
  'min',
  'max',
  'compare',
] as const
export type CollectionOperation = (typeof collectionOperations)[number]

/** An operation on records. */
export interface CollectionRequest {
  readonly operation: CollectionOperation
  readonly criteria: readonly Criterion[]
  /** The field that is aggregated, ranked or shown; for `distinct`, the field whose values are listed. */
  readonly metric: string | null
  readonly k: number
  /** For `top_k`: which end is the top. */
  readonly order: 'highest' | 'lowest'
  /** One answer per value of this field. */
  readonly groupField: string | null
  /** For `compare`: the two values of the group field, or of any field. */
  readonly groups: readonly [string, string] | null
  /** How a group is measured when groups are ranked or compared. */
  readonly aggregate: Aggregate
}

/** The arguments of `gwt_collection_query`. */
export interface CollectionArguments {
  readonly operation: CollectionOperation
  readonly field?: string | undefined
  readonly value?: string | undefined
  readonly metric?: string | undefined
  readonly k: number
  readonly group_field?: string | undefined
  readonly group_a?: string | undefined
  readonly group_b?: string | undefined
}

/**
 * GWT8. A field with a value is a criterion, and so is a value alone. A field alone is the metric, if the operation
 * uses one and none is named; otherwise the field must be present.
 */
export function toCollectionRequest(given: CollectionArguments): CollectionRequest {
  const { operation, field, value, metric, k, group_field, group_a, group_b } = given
  const worksOnField = operation !== 'count' && operation !== 'filter' && operation !== 'compare'
  const isMetric = worksOnField && field !== undefined && value === undefined && metric === undefined
  return {
    operation,
    criteria: isMetric ? [] : criteriaOf(field, value),
    metric: metric ?? (isMetric ? field : null),
    k,
    order: 'highest',
    groupField: group_field ?? null,
    groups: group_a === undefined || group_b === undefined ? null : [group_a, group_b],
    aggregate: metric === undefined ? 'count' : 'average',
  }
}

function criteriaOf(field: string | undefined, value: string | undefined): readonly Criterion[] {
  if (value !== undefined) return [{ field: field ?? null, test: 'is', values: [value] }]
  return field === undefined ? [] : [{ field, test: 'present', values: [] }]
}
