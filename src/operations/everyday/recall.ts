import { z } from 'zod'
import { formatTime } from '../../memory/time.js'
import { scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { rounded } from '../machinery/rounded.js'
import { toBestPassage } from '../recall/answer-budget.js'
import { addedFields, recallMemories } from '../recall/recall-memories.js'
import { pageFields } from '../recall/recall-page.js'

export const recall = defineOperation({
  name: 'recall',
  summary: 'Recall memories of every kind, the most relevant first.',
  guidance:
    'Use before answering anything that may depend on the past. `nothing_relevant: true`: nothing relevant is stored, so say so rather than guess.',
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
        ...addedFields,
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
      ...fields.toTimeFilter(input),
      ...(input.kinds == null ? {} : { kinds: input.kinds }),
    }
    const { page, items } = await recallMemories(
      input,
      {
        filter,
        score: (found) => found.map(({ relevance }) => ({ score: relevance })),
        show: (memory, { score }) => ({
          id: memory.id,
          kind: memory.kind,
          content: memory.text,
          relevance: rounded(score),
          timestamp: formatTime(memory.happenedAt),
          project: memory.project,
          tags: [...memory.tags],
        }),
        cut: toBestPassage,
      },
      context,
      caller,
    )
    return { ...page, memories: items }
  },
})
