import type { RecordSet } from '../../records/record-table.js'
import { readComparison } from './comparison.js'
import { readCounting } from './counting.js'
import { isCovered } from './coverage.js'
import type { Interpretation } from './interpretation.js'
import { readListing } from './listing.js'
import { readRanking } from './ranking.js'
import { readQuestion } from './reading.js'
import { readTotals } from './totals.js'

/**
 * GWT6: the question as an operation on records, found by the fields and values that it names. Undefined when it asks
 * something else, or says something that the records do not know: an answer that ignores half of the question is wrong.
 */
export function interpretQuestion(question: string, records: RecordSet): Interpretation | undefined {
  if (records.rows.length === 0) return undefined
  const reading = readQuestion(question, records)
  const meant =
    readComparison(reading) ??
    readRanking(reading, records) ??
    readTotals(reading) ??
    readCounting(reading) ??
    readListing(reading)
  return meant !== undefined && isCovered(reading, meant) ? meant : undefined
}
