import type { RecordSet } from '../../records/record-table.js'
import { readComparison } from './comparison.js'
import { isCovered } from './coverage.js'
import { type Interpretation, interpretation } from './interpretation.js'
import { readListing } from './listing.js'
import {
  asksForDistinct,
  findAggregate,
  findCountWords,
  groupAfter,
  headField,
  hintedByWords,
  metricMention,
  withPresence,
} from './meaning.js'
import { type ParsedQuestion, parseQuestion } from './parse-question.js'
import { readRanking } from './ranking.js'

/**
 * GWT6: reads the question as an operation on records, by the fields and values that it names. Undefined when it asks
 * something else or has words that the records do not explain: an answer that ignores half of the question is wrong.
 */
export function interpretQuestion(question: string, records: RecordSet): Interpretation | undefined {
  if (records.rows.length === 0) return undefined
  const parsed = parseQuestion(question, records)
  const meant =
    readComparison(parsed) ??
    readRanking(parsed, records) ??
    readTotals(parsed) ??
    readCounting(parsed) ??
    readListing(parsed)
  return meant !== undefined && isCovered(parsed, meant) ? meant : undefined
}

/** "how many in North", "how many different regions", "how many units did North sell". */
function readCounting(parsed: ParsedQuestion): Interpretation | undefined {
  const asked = findCountWords(parsed)
  if (asked === undefined) return undefined
  const head = headField(parsed, asked.index + asked[0].length)
  const others = parsed.fields.filter((mention) => mention !== head)
  const groupField = groupAfter(parsed, others, ['per', 'each', 'every', 'by'])?.field.key ?? null
  if (head === undefined) return interpretation('count', parsed, { groupField })
  const isNumeric = head.field.numericCount > 0 && head.field.numericCount === head.field.count
  if (isNumeric && head.field.key !== 'id' && !asksForDistinct(parsed)) {
    return interpretation('sum', parsed, { metric: head.field.key, groupField })
  }
  if (groupField !== null) return interpretation('count', withPresence(parsed, head), { groupField })
  return { ...interpretation('distinct', parsed, { metric: head.field.key }), countsDistinct: true }
}

/** "average price per region", "total units in North". */
function readTotals(parsed: ParsedQuestion): Interpretation | undefined {
  const found = findAggregate(parsed)
  if (found === undefined || findCountWords(parsed) !== undefined) return undefined
  const named = metricMention(parsed, found.isField ? found.at : found.at + 1)
  const metric = named?.field.key ?? hintedByWords(parsed) ?? soleNumericField(parsed)
  if (metric === undefined) return undefined
  const others = parsed.fields.filter(
    (mention) => mention !== named && !(mention.from <= found.at && found.at < mention.to),
  )
  const group = groupAfter(parsed, others, ['per', 'each', 'every', 'by'])
  const rest = others.filter((mention) => mention !== group)
  const groupField = group?.field.key ?? null
  return interpretation(found.aggregate, withPresence(parsed, rest[0]), { metric, groupField })
}

function soleNumericField({ vocabulary }: ParsedQuestion): string | undefined {
  const numeric = vocabulary.fields.filter(({ key, numericCount }) => numericCount > 0 && key !== 'id')
  return numeric.length === 1 ? numeric[0].key : undefined
}
