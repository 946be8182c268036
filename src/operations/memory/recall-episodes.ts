import { z } from 'zod'
import { scoreEpisode } from '../../memory/activation/episode-score.js'
import { outcomeOf } from '../../memory/episodic/outcome.js'
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

export const recallEpisodes = defineOperation({
  name: 'recall_episodes',
  summary: 'Recall past events by meaning, with recency, outcome and importance in the score.',
  guidance: 'Ask in plain words. `nothing_relevant: true` means that nothing on this was ever told.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    query: fields.query,
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
        ...reviewFields,
        ...staleField,
        explanation: explanation.optional(),
      }),
    ),
  }),
  commandLine: { positional: ['query'], examples: ['"how did we fix the login bug?" --limit 5'] },
  async run(input, context, caller) {
    const now = context.clock.now()
    const filter = { kinds: input.kinds, ...scopeOf(caller, input.session_filter), ...fields.happened(input) }
    const found = await findMemories({ query: input.query, filter, now, ...explaining(input) }, context)
    const explained = await explainer(found, context)
    const page = await recallPage(
      found,
      input,
      (found) =>
        found.map(({ memory, relevance }) =>
          scoreEpisode({ relevance, outcome: outcomeOf(memory.facets), ...memory }, now, context.weights.episodic),
        ),
      context,
    )
    noteRecall(found, page, context)
    const stale = await findStale(page.recalled, context, caller)
    const episodes = page.recalled.map(({ memory, scored }) => ({
      id: memory.id,
      content: memory.text,
      timestamp: formatTime(memory.happenedAt),
      outcome: outcomeOf(memory.facets),
      kind: memory.kind,
      project: memory.project,
      score: rounded(scored.score),
      components: rounded(scored.components),
      ...toReviewFields(memory),
      ...stale.of(memory),
      ...explained(memory.id),
    }))
    const fitted = [...fitBudget(episodes, found.query, input.max_tokens)]
    return { ...toPage(input, found, page, fitted.length), episodes: fitted }
  },
})
