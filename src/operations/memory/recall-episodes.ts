import { z } from 'zod'
import { scoreEpisode } from '../../memory/activation/episode-score.js'
import { outcomeOf } from '../../memory/episodic/outcome.js'
import { formatTime } from '../../memory/time.js'
import { scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { rounded } from '../machinery/rounded.js'
import { toBestPassage } from '../recall/answer-budget.js'
import { addedFields, type RecallContext, recallMemories } from '../recall/recall-memories.js'
import { pageFields } from '../recall/recall-page.js'

export const recallEpisodes = defineOperation({
  name: 'recall_episodes',
  summary: 'Recall past events by meaning, with recency, outcome and importance in the score.',
  guidance: 'Ask in plain words. `nothing_relevant: true` means that nothing relevant is stored.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    query: fields.query,
    also: fields.also,
    limit: fields.limit(10),
    offset: fields.offset,
    session_filter: fields.sessionFilter,
    ...fields.timeRange,
    kinds: fields.withDefault(fields.kinds, ['episode']).describe('Kinds of memory to look at.'),
    min_relevance: fields.minRelevance,
    explain: fields.explain,
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    ...pageFields,
    episodes: z.array(
      z.object({
        id: z.string(),
        content: z.string(),
        truncated: z.boolean().optional(),
        timestamp: fields.timestamp,
        outcome: fields.outcome,
        kind: fields.kind,
        project: z.string().nullable(),
        score: z.number(),
        components: z.object({
          semantic: z.number(),
          recency: z.number(),
          outcome: z.number(),
          importance: z.number(),
        }),
        ...addedFields,
      }),
    ),
  }),
  commandLine: { positional: ['query'], examples: ['"how did we fix the login bug?" --limit 5'] },
  async run(input, context: RecallContext, caller) {
    const now = context.clock.now()
    const { page, items } = await recallMemories(
      input,
      {
        filter: { kinds: input.kinds, ...scopeOf(caller, input.session_filter), ...fields.toTimeFilter(input) },
        findsPast: true,
        score: (found) =>
          found.map(({ memory, relevance }) =>
            scoreEpisode({ relevance, outcome: outcomeOf(memory.facets), ...memory }, now, context.weights.episodic),
          ),
        show: (memory, { score, components }) => ({
          id: memory.id,
          content: memory.text,
          timestamp: formatTime(memory.happenedAt),
          outcome: outcomeOf(memory.facets),
          kind: memory.kind,
          project: memory.project,
          score: rounded(score),
          components: rounded(components),
        }),
        cut: toBestPassage,
      },
      context,
      caller,
    )
    return { ...page, episodes: items }
  },
})
