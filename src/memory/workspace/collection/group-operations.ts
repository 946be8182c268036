import type { Json } from '../../memory.js'
import { naturalOrder } from '../natural-order.js'
import { compileCriteria } from './criteria.js'
import { firstOf } from './first.js'
import { groupRecords } from './groups.js'
import { listed, type Matched, type Outcome } from './outcome.js'
import {
  type Aggregate,
  type Aggregated,
  aggregateOf,
  compareQuantities,
  formatDifference,
  formatQuantity,
} from './quantity.js'
import { byRecordId } from './record-order.js'

/** More groups or values than this are counted, not listed. */
const mostListed = 50

export function distinctValues({ request, records, metricKeys, groupKeys }: Matched): Outcome {
  const groups = groupRecords(records, metricKeys.size > 0 ? metricKeys : groupKeys)
  const names = groups.map(({ name }) => name)
  return {
    answer: listed(names.slice(0, mostListed), names.length),
    shown: firstOf(records, request.k, byRecordId),
    metadata: { distinct_count: names.length },
  }
}

export function perGroup({ request, records, metricKeys, groupKeys }: Matched, aggregate: Aggregate): Outcome {
  const groups = groupRecords(records, groupKeys).map(({ name, records }) => ({
    name,
    ...aggregateOf(records, metricKeys, aggregate),
  }))
  const shown = groups.slice(0, mostListed)
  return {
    answer: listed(
      shown.map((group) => `${group.name}: ${amountOf(group)}`),
      groups.length,
    ),
    shown: firstOf(records, request.k, byRecordId),
    metadata: {
      numeric_count: groups.reduce((sum, { numericCount }) => sum + numericCount, 0),
      group_count: groups.length,
      groups: shown.map(viewGroup),
    },
  }
}

export function rankGroups({ request, records, metricKeys, groupKeys }: Matched): Outcome {
  const direction = request.order === 'highest' ? -1 : 1
  const groups = groupRecords(records, groupKeys).flatMap((group) => {
    const aggregated = aggregateOf(group.records, metricKeys, request.aggregate)
    return aggregated.quantity === null ? [] : [{ ...group, ...aggregated, quantity: aggregated.quantity }]
  })
  const best = firstOf(
    groups,
    request.k,
    (a, b) => compareQuantities(a.quantity, b.quantity) * direction || naturalOrder(a.name, b.name),
  )
  return {
    answer: best.length === 0 ? 'none' : best.map((group) => `${group.name} (${amountOf(group)})`).join(', '),
    shown: firstOf(
      best.flatMap(({ records }) => records),
      request.k,
      byRecordId,
    ),
    metadata: {
      numeric_count: groups.reduce((sum, { numericCount }) => sum + numericCount, 0),
      aggregate: request.aggregate,
      k: request.k,
      order: request.order,
      groups: best.map(viewGroup),
    },
  }
}

export function compareGroups({ request, records, metricKeys, groupKeys }: Matched): Outcome {
  if (request.groups === null) return { answer: 'none', shown: [], matchedCount: 0, metadata: { numeric_count: 0 } }
  const fields = [...groupKeys]
  const sides = request.groups.map((name) => {
    const isInside = compileCriteria([{ field: request.groupField, test: 'is', values: [name] }], fields)
    const members = records.filter(isInside)
    return { name, records: members, ...aggregateOf(members, metricKeys, request.aggregate) }
  })
  const [a, b] = sides
  const numeric = a.numericCount + b.numericCount
  // Without members there is nothing to compare, even where counting them gives a 0.
  const known = a.count > 0 && b.count > 0 && a.quantity && b.quantity ? ([a.quantity, b.quantity] as const) : null
  const order = known === null ? 0 : compareQuantities(...known)
  const higher = order === 0 ? null : order > 0 ? a.name : b.name
  const difference = known === null ? null : formatDifference(...known)
  const verdict = higher === null ? 'equal' : `${higher} is higher by ${difference}`
  const members = [...new Set([...a.records, ...b.records])]
  return {
    answer: known !== null ? `${a.name}: ${amountOf(a)}, ${b.name}: ${amountOf(b)} (${verdict})` : 'none',
    shown: firstOf(members, request.k, byRecordId),
    matchedCount: members.length,
    metadata: {
      numeric_count: numeric,
      aggregate: request.aggregate,
      higher,
      difference,
      groups: sides.map(viewGroup),
    },
  }
}

const amountOf = ({ quantity }: Pick<Aggregated, 'quantity'>): string =>
  quantity === null ? 'none' : formatQuantity(quantity)

const viewGroup = (group: Aggregated & { readonly name: string }): Json => ({
  group: group.name,
  count: group.count,
  numeric_count: group.numericCount,
  value: amountOf(group),
})
