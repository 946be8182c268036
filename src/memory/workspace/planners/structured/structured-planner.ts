import type { Json } from '../../../memory.js'
import { collect } from '../../collection/collect.js'
import type { RecordSet } from '../../records/record-table.js'
import type { EvidencePlan } from '../evidence-plan.js'
import { interpretQuestion } from './interpret.js'

/** GWT6: an exact answer from records; undefined when the question is not about them. */
export function planStructured(question: string, records: RecordSet): EvidencePlan | undefined {
  const meant = interpretQuestion(question, records)
  if (meant === undefined) return undefined
  const { answer, operation, matched_count, matched_records, supporting_evidence, metadata } = collect(
    meant.request,
    records,
  )
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
    },
  }
}
