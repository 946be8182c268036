import { firstOf } from './first.js'
import { compareMeasures, formatMeasure, type Measured, measure } from './measure.js'
import { listed, type Matched, type Outcome } from './outcome.js'
import { aggregateOf, formatQuantity } from './quantity.js'
import { byRecordId } from './record-order.js'
import { titleOf } from './record-view.js'

/** The records' names, or their values of the metric where one is asked for. */
export function listRecords({ request, records, metricKeys }: Matched): Outcome {
  const asked =
    metricKeys.size === 0 ? records : records.filter(({ fields }) => fields.some(({ key }) => metricKeys.has(key)))
  const shown = firstOf(asked, request.k, byRecordId)
  const texts = shown.map((record) => record.fields.find(({ key }) => metricKeys.has(key))?.text ?? titleOf(record))
  return { answer: listed(texts, asked.length), shown, metadata: { shown_count: shown.length } }
}

export function rankRecords({ request, records, metricKeys }: Matched): Outcome {
  const { measured, isTime } = measure(records, metricKeys)
  const direction = request.order === 'highest' ? -1 : 1
  const best = firstOf(
    measured,
    request.k,
    (a, b) => compareMeasures(a, b) * direction || byRecordId(a.record, b.record),
  )
  return {
    answer:
      best.length === 0 ? 'none' : best.map((each) => `${titleOf(each.record)} (${formatMeasure(each)})`).join(', '),
    shown: best.map(({ record }) => record),
    metadata: { ...numericCount(measured, isTime), k: request.k, order: request.order },
  }
}

export function extreme({ request, records, metricKeys }: Matched, operation: 'min' | 'max'): Outcome {
  const { measured, isTime } = measure(records, metricKeys)
  if (measured.length === 0) return { answer: 'none', shown: [], metadata: numericCount(measured, isTime) }
  const direction = operation === 'max' ? -1 : 1
  const order = (a: Measured, b: Measured) => compareMeasures(a, b) * direction
  const best = measured.reduce((most, each) => (order(each, most) < 0 ? each : most))
  const equals = measured.filter((each) => order(each, best) === 0).map(({ record }) => record)
  return {
    answer: formatMeasure(best),
    shown: firstOf(equals, request.k, byRecordId),
    metadata: { ...numericCount(measured, isTime), holder_count: equals.length },
  }
}

export function total({ records, metricKeys }: Matched, operation: 'average' | 'sum'): Outcome {
  const { numericCount, quantity } = aggregateOf(records, metricKeys, operation)
  const nothing = operation === 'sum' ? '0.0' : 'none'
  return {
    answer: quantity === null ? nothing : formatQuantity(quantity),
    metadata: { numeric_count: numericCount },
  }
}

const numericCount = (measured: readonly Measured[], isTime: boolean) => ({
  numeric_count: isTime ? 0 : measured.length,
})
