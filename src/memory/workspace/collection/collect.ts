import type { Json } from '../../memory.js'
import { findFields } from '../records/field-names.js'
import type { FieldSummary } from '../records/fields.js'
import { labelKey, type RecordSet, type RecordTable } from '../records/record-table.js'
import { withUnit } from '../records/units.js'
import { isMixed, soleUnit, unitNames, unitsOf } from './amount-units.js'
import { type Criterion, compileCriteria } from './criteria.js'
import { compareGroups, distinctValues, perGroup, rankGroups } from './group-operations.js'
import { groupRows } from './groups.js'
import type { Matched, Outcome } from './outcome.js'
import { extreme, listRecords, rankRecords, total } from './record-operations.js'
import { firstRows } from './record-order.js'
import { evidenceOf, type RecordView, viewRecord } from './record-view.js'
import type { CollectionOperation, CollectionRequest } from './request.js'

export interface CollectionAnswer {
  readonly operation: CollectionOperation
  readonly answer: string
  /** The records that meet the criteria and hold what is asked of them; at most k of them are shown. */
  readonly matched_count: number
  readonly matched_records: readonly RecordView[]
  readonly supporting_evidence: readonly string[]
  readonly metadata: { readonly [key: string]: Json }
}

/** GWT8: one exact answer from records. It does not depend on the order in which they were written. */
export function collect(request: CollectionRequest, { table, rows, fields }: RecordSet): CollectionAnswer {
  const known = fields.map(({ key }) => key)
  const meets = compileCriteria(request.criteria, table, known)
  const metric = request.metric ?? soleNumericField(request, fields)
  const keys = { metricKeys: metric === null ? [] : findFields(metric, known), groupKeys: groupKeysOf(request, known) }
  const meeting = request.criteria.length === 0 ? rows : rows.filter(meets)
  const matching = withNeededValues({ ...request, metric }, keys, table, meeting)
  const { answer, shown, matchedCount, metadata } = runInUnits({
    request,
    table,
    rows: matching,
    visibleRows: rows,
    ...keys,
  })
  const evidence = (shown?.slice(0, request.k) ?? firstRows(table, matching, request.k)).map((row) => table.record(row))
  const unknown = [...request.criteria.map(({ field }) => field), metric, request.groupField].filter(
    (name) => name !== null && name !== labelKey && findFields(name, known).length === 0,
  )
  return {
    operation: request.operation,
    answer,
    matched_count: matchedCount ?? matching.length,
    matched_records: evidence.map(viewRecord),
    supporting_evidence: evidence.map(evidenceOf),
    metadata: {
      ...(request.criteria.length === 0 ? {} : { criteria: request.criteria.map(viewCriterion) }),
      ...(metric === null ? {} : { metric }),
      ...(request.groupField === null ? {} : { group_field: request.groupField }),
      ...(unknown.length === 0 ? {} : { unknown_fields: [...new Set(unknown)] }),
      ...metadata,
    },
  }
}

/** The records that hold a value of the fields that the operation works on: only those are matched. */
function withNeededValues(
  { operation, metric, groupField }: CollectionRequest,
  { metricKeys, groupKeys }: Pick<Matched, 'metricKeys' | 'groupKeys'>,
  table: RecordTable,
  rows: readonly number[],
): readonly number[] {
  // A comparison counts its two sides itself.
  if (operation === 'compare') return rows
  const usesMetric = metric !== null && operation !== 'count' && (operation !== 'filter' || metricKeys.length > 0)
  // `distinct` lists the values of the metric, else those of the group field.
  const usesGroup =
    groupField !== null && operation !== 'filter' && (operation !== 'distinct' || metricKeys.length === 0)
  const needed = [...(usesMetric ? [metricKeys] : []), ...(usesGroup ? [groupKeys] : [])]
  if (needed.length === 0) return rows
  const columns = needed.map((keys) => keys.flatMap((key) => table.column(key) ?? []))
  return rows.filter((row) => columns.every((some) => some.some((column) => column.codeAt(row) >= 0)))
}

/** A comparison without a group field looks for the two values in every field. */
function groupKeysOf({ operation, groupField }: CollectionRequest, known: readonly string[]): readonly string[] {
  if (groupField !== null) return findFields(groupField, known)
  return operation === 'compare' ? known : []
}

/** Without a metric, the only field with numbers is used. */
function soleNumericField({ operation }: CollectionRequest, fields: readonly FieldSummary[]): string | null {
  if (!['top_k', 'average', 'sum', 'min', 'max'].includes(operation)) return null
  const numeric = fields.filter(({ key, numericCount }) => numericCount > 0 && key !== 'id')
  return numeric.length === 1 ? numeric[0].key : null
}

const comparing: readonly CollectionOperation[] = ['top_k', 'average', 'sum', 'min', 'max', 'compare']

/** GWT19: amounts in several currencies or units are neither added nor compared. */
function runInUnits(matched: Matched): Outcome {
  const { request, table, rows, metricKeys, groupKeys } = matched
  if (!comparing.includes(request.operation) || metricKeys.length === 0) return runOperation(matched)
  if (request.operation === 'top_k' && request.groupField !== null && request.aggregate === 'count') {
    return runOperation(matched)
  }
  const isPerGroup = request.groupField !== null && !['top_k', 'compare'].includes(request.operation)
  const units = unitsOf(table, measuredRows(matched), metricKeys)
  const mixed = isPerGroup
    ? groupRows(table, rows, groupKeys)
        .map((group) => unitsOf(table, group.rows, metricKeys))
        .find(isMixed)
    : units
  if (mixed !== undefined && isMixed(mixed)) {
    return { answer: 'none', shown: [], metadata: { numeric_count: 0, mixed_units: unitNames(mixed) } }
  }
  const unit = soleUnit(units)
  if (unit?.key === '%' && request.operation === 'sum') {
    return { answer: 'none', shown: [], metadata: { numeric_count: 0, mixed_units: ['%'] } }
  }
  const outcome = runOperation(matched)
  if (unit === undefined) return outcome
  const isWritten = metricKeys.some((key) => table.column(key)?.hasUnits === true)
  const isTotal = !isPerGroup && (request.operation === 'sum' || request.operation === 'average')
  const answer = isTotal && isWritten ? withUnit(outcome.answer, unit) : outcome.answer
  return { ...outcome, answer, metadata: { ...outcome.metadata, unit: unit.text } }
}

/** A comparison measures only its two groups. */
function measuredRows({ request, table, rows, groupKeys }: Matched): readonly number[] {
  if (request.operation !== 'compare' || request.groups === null) return rows
  const isInside = compileCriteria(
    [{ field: request.groupField, test: 'is', values: request.groups }],
    table,
    groupKeys,
  )
  return rows.filter(isInside)
}

function runOperation(matched: Matched): Outcome {
  const { operation, groupField } = matched.request
  if (operation === 'compare') return compareGroups(matched)
  if (operation === 'distinct') return distinctValues(matched)
  if (operation === 'filter') return listRecords(matched)
  if (operation === 'top_k') return groupField === null ? rankRecords(matched) : rankGroups(matched)
  if (groupField !== null) return perGroup(matched, operation)
  switch (operation) {
    case 'count':
      return { answer: String(matched.rows.length) }
    case 'min':
    case 'max':
      return extreme(matched, operation)
    default:
      return total(matched, operation)
  }
}

const viewCriterion = ({ field, test, values }: Criterion): Json => ({ field, test, values: [...values] })
