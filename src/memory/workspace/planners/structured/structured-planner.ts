import type { Json } from '../../../memory.js'
import { isMixed, unitNames, unitsOf } from '../../collection/amount-units.js'
import { type CollectionAnswer, collect } from '../../collection/collect.js'
import { compileCriteria } from '../../collection/criteria.js'
import { firstRows } from '../../collection/record-order.js'
import { evidenceOf } from '../../collection/record-view.js'
import { findFields } from '../../records/field-names.js'
import type { RecordSet } from '../../records/record-table.js'
import type { EvidencePlan } from '../evidence-plan.js'
import { inEnglishWords } from '../german-question.js'
import { isRefusal, type Refusal, reasonFor, wordsAt } from '../refusal.js'
import { doubtIn } from './doubts.js'
import { interpretQuestion, type Understood } from './interpret.js'
import type { Interpretation } from './interpretation.js'
import { leftOut } from './left-out.js'
import type { ParsedQuestion } from './parse-question.js'
import { tellsNothing } from './places.js'

/**
 * GWT6, GWT19: an exact answer from records, with what it rests on and what it left out; a refusal when a word of the
 * question has no place or the records allow no answer; undefined when the question is not about them.
 */
export function planStructured(question: string, records: RecordSet): EvidencePlan | Refusal | undefined {
  const german = inEnglishWords(question)
  const planned = german === undefined ? undefined : planEnglish(german, records)
  // What is refused is explained in the words of the question.
  return planned === undefined || isRefusal(planned) ? planEnglish(question, records) : planned
}

function planEnglish(question: string, records: RecordSet): EvidencePlan | Refusal | undefined {
  const understood = interpretQuestion(question, records)
  if (understood === undefined) return undefined
  const { parsed, meant } = understood
  if (meant === undefined) return refuseWords(understood)
  const collected = collect(meant.request, parsed.records)
  const reason = whyNot(parsed, meant, collected) ?? tellsNothing(parsed, meant) ?? doubtIn(parsed, meant.request)
  return reason === undefined ? answered(parsed, meant, collected) : refuse([], reason, parsed)
}

function answered(parsed: ParsedQuestion, meant: Interpretation, collected: CollectionAnswer): EvidencePlan {
  const { answer, operation, matched_count, matched_records, supporting_evidence, metadata } = collected
  const { kind } = parsed
  return {
    strategy: 'structured',
    answer: meant.countsDistinct ? String(metadata.distinct_count) : answer,
    queries: [],
    evidence: supporting_evidence,
    metadata: {
      operation: meant.countsDistinct ? 'count_distinct' : operation,
      matched_count,
      evidence_ids: [...new Set(matched_records.map(({ memory_id }) => memory_id))] satisfies Json,
      ...metadata,
      ...(kind === undefined ? {} : { kind: { noun: kind.noun, placed_by: kind.by } }),
      ...leftOut(meant.request, parsed.records, matched_count),
    },
  }
}

/** Why the records give no answer, although every word has its place. */
function whyNot(
  { records }: ParsedQuestion,
  meant: Interpretation,
  { answer, matched_count, metadata }: CollectionAnswer,
): string | undefined {
  const { request } = meant
  const { operation, criteria, metric } = request
  const mixed = metadata.mixed_units
  if (Array.isArray(mixed)) {
    if (mixed.length === 1) return 'percentages are not added'
    return `the amounts are in ${mixed.join(', ')}, and different units are neither added nor compared`
  }
  for (const { field, test } of criteria) {
    if (field === null || !['above', 'below', 'at_least', 'at_most'].includes(test)) continue
    const known = records.fields.map(({ key }) => key)
    const keys = findFields(field, known)
    // Only the records that meet the other conditions are compared.
    const others = criteria.filter((each) => each.field !== field)
    const compared = records.rows.filter(compileCriteria(others, records.table, known))
    const units = unitsOf(records.table, compared, keys)
    if (isMixed(units)) return `"${field}" is in ${unitNames(units).join(', ')}, which one bound cannot compare`
  }
  // That none is stored is no answer: what is stored need not be complete.
  if ((operation === 'filter' || operation === 'distinct') && matched_count === 0)
    return 'no record has all that the question names'
  if (answer === 'none') return 'the records that the question names tell nothing of it'
  if (
    operation === 'filter' &&
    criteria.some(({ field, test }) => field === metric && field !== null && test === 'is')
  ) {
    return 'the answer would only repeat the question'
  }
  if (operation === 'top_k' && (request.groupField !== null || meant.asksForOne === true) && isTied(meant, records))
    return 'others have as much, so that the answer would leave them out'
  if (
    ['sum', 'average'].includes(operation) &&
    metric !== null &&
    hasTimes(metric, records) &&
    metadata.numeric_count === 0
  )
    return `"${metric}" is a time, and times are not added`
  const isMeasured = ['sum', 'average', 'min', 'max', 'top_k', 'compare'].includes(operation) && metric !== null
  if (isMeasured && metadata.numeric_count === 0 && !hasTimes(metric, records))
    return `no "${metric}" of these records is a number`
  return undefined
}

function hasTimes(metric: string, { table }: RecordSet): boolean {
  const column = table.column(metric)
  return column?.texts.some((text, code) => text !== '' && !Number.isNaN(column.timeOf(code))) === true
}

/** Whether the first that is left out is as high or low as the last that is shown. */
function isTied({ request }: Interpretation, records: RecordSet): boolean {
  const values = ({ answer }: CollectionAnswer) =>
    Array.from(answer.matchAll(/\(([^()]*)\)(?=, |$)/gu), ([, value]) => value)
  const more = values(collect({ ...request, k: request.k + 1 }, records))
  return more.length > request.k && more[request.k] === more[request.k - 1]
}

const maxEvidence = 5

/** The records that meet what could be placed. */
function refuseWords({ parsed, open }: Understood): Refusal {
  const unplaced = wordsAt(parsed.words, open)
  const reason = unplaced.length === 0 ? 'the records do not tell this of what the question names' : reasonFor(unplaced)
  return refuse(unplaced, reason, parsed)
}

function refuse(unplaced: readonly string[], reason: string, { records, criteria }: ParsedQuestion): Refusal {
  const { table, rows, fields } = records
  const meets = compileCriteria(
    criteria,
    table,
    fields.map(({ key }) => key),
  )
  const matching = criteria.length === 0 ? [] : rows.filter(meets)
  const shown = firstRows(table, matching, maxEvidence).map((row) => table.record(row))
  return {
    strategy: 'structured',
    unplaced,
    reason,
    evidence: shown.map(evidenceOf),
    evidenceIds: [...new Set(shown.map(({ memoryId }) => memoryId))],
  }
}
