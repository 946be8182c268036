import { z } from 'zod'
import { toEntity } from '../../memory/semantic/entity.js'
import { scoreEntity, spreadingTo } from '../../memory/semantic/entity-score.js'
import { scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { rounded } from '../machinery/rounded.js'
import { toBestPassage } from '../recall/answer-budget.js'
import { addedFields, type RecallContext, recallMemories } from '../recall/recall-memories.js'
import { pageFields } from '../recall/recall-page.js'
import { findCurrent } from '../writing/read-visible.js'

export const semanticRecall = defineOperation({
  name: 'semantic_recall',
  summary: 'Recall entities: facts, people, projects, tools, concepts, techniques. Current versions only.',
  guidance: 'Use for what is true. Entities related to `context_entities` score higher.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    query: fields.query,
    also: fields.also,
    context_entities: fields
      .withDefault(z.array(fields.entityId).max(100), [])
      .describe('Entity ids to spread activation from.'),
    limit: fields.limit(10),
    offset: fields.offset,
    include_spreading: fields.withDefault(z.boolean(), true).describe('Let activation spread from context_entities.'),
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
        ...addedFields,
      }),
    ),
  }),
  commandLine: { command: 'entity recall', positional: ['query'], examples: ['"web frameworks"'] },
  async run(input, context: RecallContext, caller) {
    const now = context.clock.now()
    const known = await findCurrent(input.context_entities, context, caller)
    const contextIds = input.include_spreading ? [...new Set([...known.values()].map(({ id }) => id))] : []
    const { page, items } = await recallMemories(
      input,
      {
        filter: { ...scopeOf(caller, input.session_filter), kinds: ['entity'] },
        score: async (found) => {
          const others = contextIds.length === 0 ? [] : found.map(({ memory }) => memory.id)
          const associations = await context.memories.associations(contextIds, others)
          return found.map(({ memory, relevance }) => {
            const spreading = spreadingTo(memory.id, { ids: contextIds, ...associations }, now)
            return scoreEntity({ memory, relevance, spreading }, now, context.weights.semantic)
          })
        },
        show: (memory, { score, components }) => {
          const { name, entityType, summary } = toEntity(memory)
          return {
            id: memory.id,
            name,
            entity_type: entityType,
            content: summary,
            project: memory.project,
            score: rounded(score),
            components: rounded(components),
          }
        },
        cut: toBestPassage,
      },
      context,
      caller,
    )
    const unknown = input.context_entities.filter((id) => !known.has(id))
    return {
      ...page,
      ...(unknown.length > 0 ? { unknown_context: unknown } : {}),
      entities: items.map(({ content, ...entity }) => ({ ...entity, summary: content })),
    }
  },
})
