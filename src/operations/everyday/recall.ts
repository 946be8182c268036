import { z } from 'zod'
import { formatTime } from '../../memory/time.js'
import { scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { rounded } from '../machinery/rounded.js'
import { toBestPassage } from '../recall/answer-budget.js'
import { toRecallLines } from '../recall/recall-lines.js'
import { addedFields, type RecallContext, recallMemories } from '../recall/recall-memories.js'
import { byRelevance, pageFields } from '../recall/recall-page.js'

export const recall = defineOperation({
  name: 'recall',
  summary: 'Find memories for a question in plain words.',
  guidance:
    'Give `also` with every call: two or three other wordings: a statement as it may have been noted, likely concrete words, the change that may have happened. `newer` names what may have replaced a memory: compare.',
  door: 'front',
  effect: 'read',
  input: z.object({
    query: fields.query,
    also: fields.also,
    kinds: fields.kinds.nullish().describe('Only these kinds.'),
    tags: fields.withDefault(fields.tags, []).describe('Only with all of these tags.'),
    limit: fields.limit(10),
    offset: fields.offset,
    session_filter: fields.sessionFilter,
    ...fields.timeRange,
    min_relevance: fields.unit.nullish().describe('Leave out what is less relevant; 0: nothing.'),
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
    examples: [
      '"which port does staging use?"',
      '"staging port?" --also "port that staging uses"',
      '"what did we decide about caching" --explain',
    ],
  },
  toText: toRecallLines,
  async run(input, context: RecallContext, caller) {
    const filter = {
      tags: input.tags,
      ...scopeOf(caller, input.session_filter),
      ...fields.toTimeFilter(input),
      ...(input.kinds == null ? {} : { kinds: input.kinds }),
    }
    const { page, items } = await recallMemories(
      { ...input, leavesOutFiller: true },
      {
        filter,
        ...byRelevance,
        findsPast: true,
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
