import type { Json } from '../../memory.js'
import { naturalOrder } from '../natural-order.js'
import { readValue } from '../records/record.js'
import type { RecordTable } from '../records/record-table.js'
import { compileCriteria } from './criteria.js'
import { firstInOrder } from './first-in-order.js'
import { distinctNames, groupRows } from './groups.js'
import { formatList, type Matched, type Outcome } from './outcome.js'
import {
  type Aggregate,
  type Aggregated,
  aggregateOf,
  compareQuantities,
  formatDifference,
  formatQuantity,
} from './quantity.js'
import { firstRows, orderById } from './record-order.js'

/** Groups or values beyond this number are only counted. */
const maxListed = 50

export function distinctValues({ request, table, rows, metricKeys, groupKeys }: Matched): Outcome {
  const keys = metricKeys.length > 0 ? metricKeys : groupKeys
  const names = distinctNames(table, rows, keys)
  const named = firstInOrder(names, maxListed, naturalOrder)
  return {
    answer: formatList(named, names.length),
    shown: rowsCovering(named, table, rows, keys, request.k),
    metadata: { distinct_count: names.length },
  }
}

export function perGroup({ request, table, rows, metricKeys, groupKeys }: Matched, aggregate: Aggregate): Outcome {
  const groups = groupRows(table, rows, groupKeys).map((group) => ({
    name: group.name,
    ...aggregateOf(table, group.rows, metricKeys, aggregate),
  }))
  const shown = firstInOrder(groups, maxListed, byName)
  return {
    answer: formatList(
      shown.map((group) => `${group.name}: ${amountOf(group)}`),
      groups.length,
    ),
    shown: rowsCovering(namesOf(shown), table, rows, groupKeys, request.k),
    metadata: {
      numeric_count: groups.reduce((sum, { numericCount }) => sum + numericCount, 0),
      group_count: groups.length,
      groups: shown.map(viewGroup),
    },
  }
}

export function rankGroups({ request, table, rows, metricKeys, groupKeys }: Matched): Outcome {
  const direction = request.order === 'highest' ? -1 : 1
  const groups = groupRows(table, rows, groupKeys).flatMap((group) => {
    const aggregated = aggregateOf(table, group.rows, metricKeys, request.aggregate)
    return aggregated.quantity === null ? [] : [{ ...group, ...aggregated, quantity: aggregated.quantity }]
  })
  const best = firstInOrder(
    groups,
    request.k,
    (a, b) => compareQuantities(a.quantity, b.quantity) * direction || byName(a, b),
  )
  return {
    answer: best.length === 0 ? 'none' : best.map((group) => `${group.name} (${amountOf(group)})`).join(', '),
    shown: rowsCovering(
      namesOf(best),
      table,
      best.flatMap(({ rows }) => rows),
      groupKeys,
      request.k,
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

export function compareGroups({ request, table, rows, metricKeys, groupKeys }: Matched): Outcome {
  if (request.groups === null) return { answer: 'none', shown: [], matchedCount: 0, metadata: { numeric_count: 0 } }
  const sides = request.groups.map((name) => {
    const isInside = compileCriteria([{ field: request.groupField, test: 'is', values: [name] }], table, groupKeys)
    const members = rows.filter(isInside)
    return { name, rows: members, ...aggregateOf(table, members, metricKeys, request.aggregate) }
  })
  const [a, b] = sides
  const numeric = a.numericCount + b.numericCount
  // A side without members cannot be compared, even if its count is 0.
  const known = a.count > 0 && b.count > 0 && a.quantity && b.quantity ? ([a.quantity, b.quantity] as const) : null
  const order = known === null ? 0 : compareQuantities(...known)
  const higher = order === 0 ? null : order > 0 ? a.name : b.name
  const difference = known === null ? null : formatDifference(...known)
  const verdict = higher === null ? 'equal' : `${higher} is higher by ${difference}`
  const members = [...new Set([...a.rows, ...b.rows])]
  return {
    answer: known !== null ? `${a.name}: ${amountOf(a)}, ${b.name}: ${amountOf(b)} (${verdict})` : 'none',
    shown: firstRows(table, members, request.k),
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

const namesOf = (groups: readonly { readonly name: string }[]): string[] => groups.map(({ name }) => name)

const amountOf = ({ quantity }: Pick<Aggregated, 'quantity'>): string =>
  quantity === null ? 'none' : formatQuantity(quantity)

const viewGroup = (group: Aggregated & { readonly name: string }): Json => ({
  group: group.name,
  count: group.count,
  numeric_count: group.numericCount,
  value: amountOf(group),
})

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => naturalOrder(a.name, b.name)

/**
 * The first k rows by id, but at least one row for each of the named values, as far as k allows: an answer is based on
 * every value it names, and is forgotten with it (OPS4).
 */
function rowsCovering(
  names: readonly string[],
  table: RecordTable,
  rows: readonly number[],
  keys: readonly string[],
  k: number,
): readonly number[] {
  const columns = keys.flatMap((key) => table.column(key) ?? [])
  function valueAt(row: number): string | undefined {
    const column = columns.find((each) => each.codeAt(row) >= 0)
    return column?.valueKeys[column.codeAt(row)]
  }
  const first = firstRows(table, rows, k)
  const wanted = names.map((name) => readValue(name).valueKey)
  const holders = new Map<string, number>()
  const shown = new Set(first.map(valueAt))
  const missing = new Set(wanted.filter((value) => !shown.has(value)))
  if (missing.size === 0) return first
  const byId = orderById(table)
  for (const row of [...first, ...rows]) {
    const value = valueAt(row)
    if (value === undefined) continue
    const known = holders.get(value)
    if (known === undefined || (missing.has(value) && byId(row, known) < 0)) holders.set(value, row)
  }
  const covering = wanted.flatMap((value) => holders.get(value) ?? [])
  return firstRows(table, [...new Set([...covering, ...first])].slice(0, k), k)
}
