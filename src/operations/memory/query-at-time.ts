import { z } from 'zod'
import { scoreAtTime } from '../../memory/activation/episode-score.js'
import type { Kind, StoredMemory } from '../../memory/memory.js'
import { toEntity } from '../../memory/semantic/entity.js'
import { relationTypes } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import { estimateTokens } from '../../memory/token-budget.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { type Caller, scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { toBestPassage } from '../recall/answer-budget.js'
import { explanation } from '../recall/explanation.js'
import { judgementFields, type RecallContext, recallMemories } from '../recall/recall-memories.js'
import { reviewFields } from '../recall/review.js'
import { visibleIds } from '../writing/read-visible.js'

const kindOf = { episodes: 'episode', entities: 'entity', procedures: 'procedure' } as const
const included = ['episodes', 'entities', 'procedures'] as const

const known = z.object({
  id: z.string(),
  content: z.string(),
  truncated: z.boolean().optional(),
  timestamp: fields.timestamp,
  project: z.string().nullable(),
  score: z.number(),
  ...judgementFields,
  ...reviewFields,
  explanation: explanation.optional(),
})

const relation = z.object({ source_id: z.string(), relation_type: z.string(), target_id: z.string() })
/** Per entity, so that one hub does not fill the answer. */
const maxRelations = 20
const relationCounts = [maxRelations, 10, 5, 2, 1]

export const queryAtTime = defineOperation({
  name: 'query_at_time',
  summary: 'What did we know at a point in time? Looks only at what had been recorded by then.',
  guidance: 'Use to reconstruct why something was decided. Later changes do not show.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    query: fields.query,
    also: fields.also,
    point_in_time: fields.time.describe('The moment to look back from, ISO 8601.'),
    limit: fields.limit(10),
    include: fields.withDefault(z.array(z.enum(included)).min(1), ['episodes']).describe('What to look at.'),
    explain: fields.explain,
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    query: z.string(),
    point_in_time: fields.timestamp,
    count: z.int(),
    limit: z.int(),
    nothing_relevant: z.boolean(),
    episodes: z.array(known),
    /** With the name, type and summary of that moment. */
    entities: z
      .array(
        known.extend({
          name: z.string(),
          entity_type: fields.entityType.optional(),
          summary: z.string(),
          relations: z.array(relation),
        }),
      )
      .optional(),
    procedures: z.array(known).optional(),
  }),
  commandLine: {
    positional: ['query', 'point_in_time'],
    examples: ['"which database do we use?" 2026-01-31T12:00:00Z'],
  },
  async run(input, context: RecallContext, caller) {
    const moment = input.point_in_time
    const { page, items, recalled } = await recallMemories(
      input,
      {
        filter: { ...scopeOf(caller), kinds: input.include.map((each) => kindOf[each]), knownAt: moment },
        score: (found) =>
          found.map(({ memory, relevance }) => ({
            score: scoreAtTime({ happenedAt: memory.happenedAt, relevance }, moment, context.weights.atTime),
          })),
        show: (memory, { score }) => ({
          id: memory.id,
          content: memory.text,
          timestamp: formatTime(memory.happenedAt),
          project: memory.project,
          score: rounded(score),
          // Here, too, so that the budget counts them.
          ...(memory.kind === 'entity' ? namedAs(memory) : {}),
        }),
        cut: toBestPassage,
      },
      context,
      caller,
    )
    const ofKind = (kind: Kind) => items.filter((_, place) => recalled[place].memory.kind === kind)
    const entities = items.flatMap((item, place) => {
      const { memory } = recalled[place]
      return memory.kind === 'entity' ? [{ ...item, ...namedAs(memory) }] : []
    })
    const ids = entities.map(({ id }) => id)
    const relations = await relationsAt(moment, ids, context, caller)
    const answerWith = (most: number) => ({
      query: input.query,
      point_in_time: formatTime(moment),
      count: page.count,
      limit: input.limit,
      nothing_relevant: page.nothing_relevant,
      episodes: ofKind('episode'),
      ...(input.include.includes('entities')
        ? {
            entities: entities.map((entity) => ({
              ...entity,
              relations: (relations.get(entity.id) ?? []).slice(0, most),
            })),
          }
        : {}),
      ...(input.include.includes('procedures') ? { procedures: ofKind('procedure') } : {}),
    })
    // COM14: what was found comes first, and its relations get what is left.
    const fits = (most: number) => estimateTokens(JSON.stringify(answerWith(most))) <= input.max_tokens
    return answerWith(relationCounts.find(fits) ?? 0)
  },
})

/** EPI5: the version of that moment was read. */
function namedAs(memory: StoredMemory) {
  const { name, entityType, summary } = toEntity(memory)
  return { name, entity_type: entityType, summary }
}

/** EPI5: the relations that each entity had at that moment. */
async function relationsAt(
  moment: number,
  ids: readonly string[],
  context: Using<MemoryGraph & MemoryReader>,
  caller: Caller,
) {
  const edges = await context.memories.neighbours(ids, relationTypes, moment)
  const ends = [...new Set(edges.flatMap(({ source, target }) => [source, target]))]
  const seen = new Set(await visibleIds(ends, context, caller))
  const visible = edges.filter(({ source, target }) => seen.has(source) && seen.has(target))
  const relations = visible.map(({ source, target, type }) => ({
    source_id: source,
    relation_type: type,
    target_id: target,
  }))
  return new Map(
    ids.map((id) => [
      id,
      relations.filter(({ source_id, target_id }) => source_id === id || target_id === id).slice(0, maxRelations),
    ]),
  )
}
