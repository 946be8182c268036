import { type Interpretation, interpretation } from './interpretation.js'
import { findAggregate, findCountWords, groupAfter, hintedByWords, metricMention, withPresence } from './meaning.js'
import type { Reading } from './reading.js'

/** "average price per region", "total units in North". */
export function readTotals(reading: Reading): Interpretation | undefined {
  const found = findAggregate(reading)
  if (found === undefined || findCountWords(reading) !== undefined) return undefined
  const named = metricMention(reading, found.isField ? found.at : found.at + 1)
  const metric = named?.field.key ?? hintedByWords(reading) ?? soleNumericField(reading)
  if (metric === undefined) return undefined
  const others = reading.fields.filter(
    (mention) => mention !== named && !(mention.from <= found.at && found.at < mention.to),
  )
  const group = groupAfter(reading, others, ['per', 'each', 'every', 'by'])
  const rest = others.filter((mention) => mention !== group)
  const groupField = group?.field.key ?? null
  return interpretation(found.aggregate, withPresence(reading, rest[0]), { metric, groupField })
}

function soleNumericField({ vocabulary }: Reading): string | undefined {
  const numeric = vocabulary.fields.filter(({ key, numericCount }) => numericCount > 0 && key !== 'id')
  return numeric.length === 1 ? numeric[0].key : undefined
}
