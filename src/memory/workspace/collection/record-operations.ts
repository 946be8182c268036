import type { Column } from '../records/column.js'
import { fieldOf } from '../records/record.js'
import type { RecordTable } from '../records/record-table.js'
import { firstInOrder } from './first-in-order.js'
import { compareMeasures, findExtreme, formatMeasure, type Measurement, measure } from './measure.js'
import { formatList, type Matched, type Outcome } from './outcome.js'
import { aggregateOf, formatQuantity } from './quantity.js'
import { firstRows, orderById } from './record-order.js'
import { titleOf } from './record-view.js'

/** Lists the values of the metric, or the titles of the records when no metric is given. */
export function listRecords({ request, table, rows, metricKeys, visibleRows }: Matched): Outcome {
  const titleAt = rowTitles(table, visibleRows)
  const shown = firstRows(table, rows, request.k)
  const texts = shown.map((row) => {
    const record = table.record(row)
    const values = metricKeys.flatMap((key) => fieldOf(record, key)?.text ?? [])
    return values[0] ?? titleAt(row)
  })
  return { answer: formatList(texts, rows.length), shown, metadata: { shown_count: shown.length } }
}

export function rankRecords({ request, table, rows, metricKeys, visibleRows }: Matched): Outcome {
  const titleAt = rowTitles(table, visibleRows)
  const measurement = measure(table, rows, metricKeys)
  const direction = request.order === 'highest' ? -1 : 1
  const byId = orderById(table)
  const order = (a: number, b: number) =>
    compareMeasures(measurement, a, b) * direction || byId(measurement.rows[a], measurement.rows[b])
  const best = firstInOrder(candidatesOf(measurement, request.k, direction), request.k, order)
  const names = best.map((at) => `${titleAt(measurement.rows[at])} (${formatMeasure(measurement, at)})`)
  return {
    answer: names.length === 0 ? 'none' : names.join(', '),
    shown: best.map((at) => measurement.rows[at]),
    metadata: { ...numericCount(measurement), k: request.k, order: request.order },
  }
}

/** The entries that may be among the best k: sorting only the ranks, which is fast, rules out all others. */
function candidatesOf({ ranks, count }: Measurement, k: number, direction: 1 | -1): readonly number[] {
  const sorted = Float64Array.from(ranks).sort()
  const last = Math.min(k, count) - 1
  const limit = sorted[direction > 0 ? last : count - 1 - last]
  const candidates: number[] = []
  for (let at = 0; at < count; at++) if (direction > 0 ? ranks[at] <= limit : ranks[at] >= limit) candidates.push(at)
  return candidates
}

export function extreme({ request, table, rows, metricKeys }: Matched, operation: 'min' | 'max'): Outcome {
  const measurement = measure(table, rows, metricKeys)
  if (measurement.count === 0) return { answer: 'none', shown: [], metadata: numericCount(measurement) }
  const best = findExtreme(measurement, operation)
  const holders = measurement.rows.filter((_, at) => compareMeasures(measurement, at, best) === 0)
  return {
    answer: formatMeasure(measurement, best),
    shown: firstRows(table, holders, request.k),
    metadata: { ...numericCount(measurement), holder_count: holders.length },
  }
}

export function total({ table, rows, metricKeys }: Matched, operation: 'average' | 'sum'): Outcome {
  const { numericCount, quantity } = aggregateOf(table, rows, metricKeys, operation)
  // An empty sum is 0; an empty average does not exist.
  const nothing = operation === 'sum' ? '0.0' : 'none'
  return {
    answer: quantity === null ? nothing : formatQuantity(quantity),
    metadata: { numeric_count: numericCount },
  }
}

const numericCount = ({ count, isTime }: Measurement) => ({ numeric_count: isTime ? 0 : count })

/** Titles by the first text that no other visible record has in that field: a type or a status is not a name. */
function rowTitles(table: RecordTable, visibleRows: readonly number[]): (row: number) => string {
  const counted = new Map<Column, Tally>()
  const usesOf = (column: Column, code: number): number => {
    // The counts of the column also include invisible rows, so they are valid only when all rows are visible.
    if (visibleRows.length === table.size) return column.usesOf(code)
    const tally = counted.get(column) ?? tallyOf(column, visibleRows)
    counted.set(column, tally)
    return tally.get(code) ?? 0
  }
  const naming = new Map<Column, boolean>()
  const namesEach = (column: Column): boolean => {
    const known = naming.get(column) ?? [...tallyOf(column, visibleRows).values()].every((uses) => uses === 1)
    naming.set(column, known)
    return known
  }
  return (row) =>
    titleOf(table.record(row), ({ key }) => {
      const column = table.column(key)
      if (column === undefined) return false
      return key === 'label' ? namesEach(column) : usesOf(column, column.codeAt(row)) === 1
    })
}

type Tally = ReadonlyMap<number, number>

function tallyOf(column: Column, rows: readonly number[]): Tally {
  const uses = new Map<number, number>()
  for (const row of rows) {
    const code = column.codeAt(row)
    if (code >= 0) uses.set(code, (uses.get(code) ?? 0) + 1)
  }
  return uses
}
