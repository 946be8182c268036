import type { RecordSet } from '../../records/record-table.js'
import { asksYesOrNo, openWords } from './account.js'
import { readComparison } from './comparison.js'
import { readCounting } from './counting.js'
import type { Interpretation } from './interpretation.js'
import { readListing } from './listing.js'
import { type ParsedQuestion, parseQuestion } from './parse-question.js'
import { misplaced } from './places.js'
import { readRanking } from './ranking.js'
import { readTotals } from './totals.js'

/** What a question means, or the words that no reading could place. */
export interface Understood {
  readonly parsed: ParsedQuestion
  /** Undefined when every reading leaves a word open. */
  readonly meant: Interpretation | undefined
  /** Positions of the words that the nearest reading leaves open. */
  readonly open: readonly number[]
}

/**
 * GWT6, GWT19: reads the question as an operation on records, by the fields and values that it names; of the readings the
 * first that places every word. Undefined when the question says nothing that the records know.
 */
export function interpretQuestion(question: string, records: RecordSet): Understood | undefined {
  if (records.rows.length === 0) return undefined
  const parsed = parseQuestion(question, records)
  let nearest: readonly number[] | undefined
  for (const read of asksYesOrNo(parsed) ? [readComparison] : readings) {
    const meant = read(parsed)
    if (meant === undefined) continue
    const open = [...new Set([...openWords(parsed, meant.used), ...misplaced(parsed, meant.request)])]
    if (open.length === 0 && isRestricted(parsed, meant)) return { parsed, meant, open }
    if (nearest === undefined || open.length < nearest.length) nearest = open
  }
  const knows = parsed.placed.size > 0 || parsed.fields.length > 0
  const open = nearest ?? openWords(parsed, [...parsed.mentioned])
  return knows ? { parsed, meant: undefined, open } : undefined
}

const readings = [readComparison, readRanking, readTotals, readCounting, readListing]

/** Something in the question says which records are meant, or that all are. */
const isRestricted = ({ criteria, fields, namesRecords }: ParsedQuestion, { request }: Interpretation): boolean =>
  criteria.length > 0 || fields.length > 0 || request.metric !== null || namesRecords
