import { fieldOf } from '../records/record.js'
import { firstOf } from './first.js'
import { compareMeasures, findExtreme, formatMeasure, type Measurement, measure } from './measure.js'
import { listed, type Matched, type Outcome } from './outcome.js'
import { aggregateOf, formatQuantity } from './quantity.js'
import { firstRows, orderById } from './record-order.js'
import { titles } from './titles.js'

/** The records' names, or their values of the metric where one is asked for. */
export function listRecords({ request, table, rows, metricKeys, inSight }: Matched): Outcome {
  const titleAt = titles(table, inSight)
  const columns = metricKeys.flatMap((key) => table.column(key) ?? [])
  const asked = columns.length === 0 ? rows : rows.filter((row) => columns.some((column) => column.codeAt(row) >= 0))
  const shown = firstRows(table, asked, request.k)
  const texts = shown.map((row) => {
    const record = table.record(row)
    const values = metricKeys.flatMap((key) => fieldOf(record, key)?.text ?? [])
    return values[0] ?? titleAt(row)
  })
  return { answer: listed(texts, asked.length), shown, metadata: { shown_count: shown.length } }
}

export function rankRecords({ request, table, rows, metricKeys, inSight }: Matched): Outcome {
  const titleAt = titles(table, inSight)
  const measurement = measure(table, rows, metricKeys)
  const direction = request.order === 'highest' ? -1 : 1
  const byId = orderById(table)
  const order = (a: number, b: number) =>
    compareMeasures(measurement, a, b) * direction || byId(measurement.rows[a], measurement.rows[b])
  const best = firstOf(candidatesOf(measurement, request.k, direction), request.k, order)
  const names = best.map((at) => `${titleAt(measurement.rows[at])} (${formatMeasure(measurement, at)})`)
  return {
    answer: names.length === 0 ? 'none' : names.join(', '),
    shown: best.map((at) => measurement.rows[at]),
    metadata: { ...numericCount(measurement), k: request.k, order: request.order },
  }
}

/** Those that may be among the best k: the ranks alone, which sort quickly, rule out all others. */
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
  // Nothing adds up to 0; nothing has no average.
  const nothing = operation === 'sum' ? '0.0' : 'none'
  return {
    answer: quantity === null ? nothing : formatQuantity(quantity),
    metadata: { numeric_count: numericCount },
  }
}

const numericCount = ({ count, isTime }: Measurement) => ({ numeric_count: isTime ? 0 : count })
