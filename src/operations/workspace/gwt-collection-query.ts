import { z } from 'zod'
import { type CollectionAnswer, collect } from '../../memory/workspace/collection/collect.js'
import { collectionOperations, toCollectionRequest } from '../../memory/workspace/collection/request.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { fitTexts, tokensOf } from './cycle/fit-texts.js'
import { recordsFor } from './cycle/structures.js'

const name = fields.text(200).nullish()
const value = z.union([fields.text(2_000), z.number()]).nullish()
/** GWT8: a number is compared by its value, whatever its spelling. */
const toText = (given: string | number | null | undefined) => (given == null ? undefined : String(given))

const recordView = z
  .object({
    id: z.string(),
    memory_id: z.string(),
    label: z.string().optional(),
    fields: z.record(z.string(), z.union([z.string(), z.number()])).readonly(),
  })
  .readonly()

export const gwtCollectionQuery = defineOperation({
  name: 'gwt_collection_query',
  summary:
    'Count, filter, rank, sum, average or compare the records that memories hold: tables, JSON, key=value lists.',
  guidance: 'Exact, over all visible records; matched_records shows the first k.',
  door: 'workspace',
  effect: 'read',
  input: z.object({
    operation: z.enum(collectionOperations).describe('What to work out.'),
    field: name.describe('Only records that have this field, or this value in it; without value, what to work on.'),
    value: value.describe('Only records with this value: a text or a number.'),
    metric: name.describe('The field that is summed, averaged, ranked or listed.'),
    k: fields.limit(5).describe('How many records to show or rank (at most 100).'),
    group_field: name.describe('One answer per value of this field.'),
    group_a: value.describe('compare: one value of the group field.'),
    group_b: value.describe('compare: the other value.'),
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    operation: z.enum(collectionOperations),
    answer: z.string(),
    matched_count: z.int(),
    matched_records: z.array(recordView).readonly(),
    supporting_evidence: z.array(z.string()).readonly(),
    metadata: z.record(z.string(), z.unknown()).readonly(),
  }),
  commandLine: { command: 'mind collect', positional: ['operation'], examples: ['count --field region --value North'] },
  async run({ max_tokens, operation, k, ...given }, context: Pick<OperationContext, 'structures'>, caller) {
    const records = recordsFor(await context.structures.read(), caller)
    const request = toCollectionRequest({
      operation,
      k,
      field: given.field ?? undefined,
      value: toText(given.value),
      metric: given.metric ?? undefined,
      group_field: given.group_field ?? undefined,
      group_a: toText(given.group_a),
      group_b: toText(given.group_b),
    })
    return fitted(collect(request, records), max_tokens)
  },
})

/** COM14: shortens long values, then drops records from the end with their evidence; metadata reports both. */
function fitted(answer: CollectionAnswer, maxTokens: number): CollectionAnswer {
  if (tokensOf(answer) <= maxTokens) return answer
  const cut = fitTexts({ ...answer, metadata: { ...answer.metadata, shortened: true } }, maxTokens)
  const first = (shown: number): CollectionAnswer => ({
    ...cut,
    matched_records: cut.matched_records.slice(0, shown),
    supporting_evidence: cut.supporting_evidence.slice(0, shown),
    metadata: { ...cut.metadata, omitted_records: cut.matched_records.length - shown },
  })
  if (tokensOf(cut) <= maxTokens) return cut
  let shown = cut.matched_records.length - 1
  while (shown > 0 && tokensOf(first(shown)) > maxTokens) shown--
  return first(Math.max(0, shown))
}
