import { z } from 'zod'
import { formatTime } from '../../memory/time.js'
import { scopeOf } from '../caller.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { fitBudget } from '../recalling/answer-budget.js'
import { explainer, explaining, explanation } from '../recalling/explanation.js'
import { findMemories } from '../recalling/find-memories.js'
import { pageFields, toPage } from '../recalling/page-fields.js'
import { noteRecall, recallPage } from '../recalling/recall-page.js'
import { reviewFields, toReviewFields } from '../recalling/review.js'
import { findStale, staleField } from '../recalling/stale-references.js'
import { rounded } from '../rounded.js'

export const recall = defineOperation({
  name: 'recall',
  summary: 'Recall memories of every kind, the most relevant first.',
  guidance:
    'Use before answering anything that may depend on the past. `nothing_relevant: true`: nothing on this was ever told, so say so rather than guess.',
  door: 'front',
  effect: 'read',
  input: z.object({
    query: fields.query,
    kinds: fields.kinds.nullish().describe('Only these kinds.'),
    tags: fields.withDefault(fields.tags, []).describe('Only memories with all of these tags.'),
    limit: fields.limit(10),
    offset: fields.offset,
    session_filter: fields.sessionFilter,
    ...fields.timeRange,
    min_relevance: fields.minRelevance,
    explain: fields.explain,
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    ...pageFields,
    memories: z.array(
      z.object({
        id: z.string(),
        kind: fields.kind,
        content: z.string(),
        truncated: z.boolean().optional(),
        relevance: fields.unit,
        timestamp: fields.timestamp,
        project: z.string().nullable(),
        tags: z.array(z.string()),
        ...reviewFields,
        ...staleField,
        explanation: explanation.optional(),
      }),
    ),
  }),
  commandLine: {
    positional: ['query'],
    examples: ['"which port does staging use?"', '"what did we decide about caching" --explain'],
  },
  async run(input, context, caller) {
    const filter = {
      tags: input.tags,
      ...scopeOf(caller, input.session_filter),
      ...fields.happened(input),
      ...(input.kinds == null ? {} : { kinds: input.kinds }),
    }
    const found = await findMemories(
      { query: input.query, filter, now: context.clock.now(), ...explaining(input) },
      context,
    )
    const explained = await explainer(found, context)
    const page = await recallPage(
      found,
      input,
      (found) => found.map(({ relevance }) => ({ score: relevance })),
      context,
    )
    noteRecall(found, page, context)
    const stale = await findStale(page.recalled, context, caller)
    const memories = page.recalled.map(({ memory, scored }) => ({
      id: memory.id,
      kind: memory.kind,
      content: memory.text,
      relevance: rounded(scored.score),
      timestamp: formatTime(memory.happenedAt),
      project: memory.project,
      tags: [...memory.tags],
      ...toReviewFields(memory),
      ...stale.of(memory),
      ...explained(memory.id),
    }))
    const fitted = [...fitBudget(memories, found.query, input.max_tokens)]
    return { ...toPage(input, found, page, fitted.length), memories: fitted }
  },
})
