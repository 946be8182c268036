import { z } from 'zod'
import { toEntity } from '../../memory/semantic/entity.js'
import { scoreEntity, spreadingTo } from '../../memory/semantic/entity-score.js'
import { scopeOf } from '../caller.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { currentIdsInSight } from '../reading.js'
import { fitBudget } from '../recalling/answer-budget.js'
import { explainer, explaining, explanation } from '../recalling/explanation.js'
import { findMemories } from '../recalling/find-memories.js'
import { pageFields, toPage } from '../recalling/page-fields.js'
import { noteRecall, recallPage } from '../recalling/recall-page.js'
import { reviewFields, toReviewFields } from '../recalling/review.js'
import { findStale, staleField } from '../recalling/stale-references.js'
import { rounded } from '../rounded.js'

export const semanticRecall = defineOperation({
  name: 'semantic_recall',
  summary: 'Recall entities: facts, people, projects, tools, concepts, techniques. Current versions only.',
  guidance: 'Use for what is true. `context_entities` lends activation to what is related to the task at hand.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    query: fields.query,
    context_entities: fields
      .withDefault(z.array(fields.entityId).max(100), [])
      .describe('Entity ids to spread activation from.'),
    limit: fields.limit(10),
    offset: fields.offset,
    include_spreading: fields.withDefault(z.boolean(), true).describe('Let the context lend activation.'),
    session_filter: fields.sessionFilter,
    min_relevance: fields.minRelevance,
    explain: fields.explain,
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    ...pageFields,
    unknown_context: z.array(z.string()).optional(),
    entities: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        entity_type: fields.entityType,
        summary: z.string(),
        truncated: z.boolean().optional(),
        project: z.string().nullable(),
        score: z.number(),
        components: z.object({
          similarity: fields.unit,
          activation: fields.unit,
          retrievability: fields.unit,
          spreading: z.number(),
        }),
        ...reviewFields,
        ...staleField,
        explanation: explanation.optional(),
      }),
    ),
  }),
  commandLine: { command: 'entity recall', positional: ['query'], examples: ['"web frameworks"'] },
  async run(input, context, caller) {
    const now = context.clock.now()
    const known = await currentIdsInSight(input.context_entities, context, caller)
    const filter = { ...scopeOf(caller, input.session_filter), kinds: ['entity'] as const }
    const found = await findMemories({ query: input.query, filter, now, ...explaining(input) }, context)
    const explained = await explainer(found, context)
    const page = await recallPage(
      found,
      input,
      async (entities) => {
        const ids = input.include_spreading ? known : []
        const others = entities.map(({ memory }) => memory.id)
        const joined = await context.memories.associations(ids, ids.length === 0 ? [] : others)
        return entities.map(({ memory, relevance }) => {
          const spreading = spreadingTo(memory.id, { ids, ...joined }, now)
          return scoreEntity({ memory, relevance, spreading }, now, context.weights.semantic)
        })
      },
      context,
    )
    noteRecall(found, page, context)
    const stale = await findStale(page.recalled, context, caller)
    const entities = page.recalled.map(({ memory, scored }) => {
      const { name, entityType, summary } = toEntity(memory)
      return {
        id: memory.id,
        name,
        entity_type: entityType,
        content: summary,
        project: memory.project,
        score: rounded(scored.score),
        components: rounded(scored.components),
        ...toReviewFields(memory),
        ...stale.of(memory),
        ...explained(memory.id),
      }
    })
    const fitted = fitBudget(entities, found.query, input.max_tokens)
    const unknown = input.context_entities.filter((id) => !known.includes(id))
    return {
      ...toPage(input, found, page, fitted.length),
      ...(unknown.length > 0 ? { unknown_context: unknown } : {}),
      entities: fitted.map(({ content, ...entity }) => ({ ...entity, summary: content })),
    }
  },
})
