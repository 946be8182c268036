import { type Interpretation, interpretation } from './interpretation.js'
import { asksForDistinct, findCountWords, groupAfter, headField, withPresence } from './meaning.js'
import type { Reading } from './reading.js'

/** "how many in North", "how many different regions", "how many units did North sell". */
export function readCounting(reading: Reading): Interpretation | undefined {
  const asked = findCountWords(reading)
  if (asked === undefined) return undefined
  const head = headField(reading, asked.index + asked[0].length)
  const others = reading.fields.filter((mention) => mention !== head)
  const groupField = groupAfter(reading, others, ['per', 'each', 'every', 'by'])?.field.key ?? null
  if (head === undefined) return interpretation('count', reading, { groupField })
  const isNumeric = head.field.numericCount > 0 && head.field.numericCount === head.field.count
  if (isNumeric && head.field.key !== 'id' && !asksForDistinct(reading)) {
    return interpretation('sum', reading, { metric: head.field.key, groupField })
  }
  if (groupField !== null) return interpretation('count', withPresence(reading, head), { groupField })
  return { ...interpretation('distinct', reading, { metric: head.field.key }), countsDistinct: true }
}
