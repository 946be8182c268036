import { z } from 'zod'
import { scoreAtTime } from '../../memory/activation/episode-score.js'
import { relatedTo } from '../../memory/consolidation/gather.js'
import { relationTypes } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import { type Caller, scopeOf } from '../caller.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import type { OperationContext } from '../operation-context.js'
import { idsInSight } from '../reading.js'
import { fitBudget } from '../recalling/answer-budget.js'
import { explainer, explaining, explanation } from '../recalling/explanation.js'
import { findMemories } from '../recalling/find-memories.js'
import { recallPage } from '../recalling/recall-page.js'
import { reviewFields, toReviewFields } from '../recalling/review.js'
import { rounded } from '../rounded.js'

const kindOf = { episodes: 'episode', entities: 'entity', procedures: 'procedure' } as const
const included = ['episodes', 'entities', 'procedures'] as const

const known = z.object({
  id: z.string(),
  content: z.string(),
  truncated: z.boolean().optional(),
  timestamp: fields.timestamp,
  project: z.string().nullable(),
  score: z.number(),
  ...reviewFields,
  explanation: explanation.optional(),
})

const relation = z.object({ source_id: z.string(), relation_type: z.string(), target_id: z.string() })
/** A hub's relations would be the whole answer. */
const mostRelations = 20

export const queryAtTime = defineOperation({
  name: 'query_at_time',
  summary: 'What did we know at a point in time? Looks only at what had been recorded by then.',
  guidance: 'Use to reconstruct why something was decided. Later changes do not show.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    query: fields.query,
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
    entities: z.array(known.extend({ relations: z.array(relation) })).optional(),
    procedures: z.array(known).optional(),
  }),
  commandLine: {
    positional: ['query', 'point_in_time'],
    examples: ['"which database do we use?" 2026-01-31T12:00:00Z'],
  },
  async run(input, context, caller) {
    const moment = input.point_in_time
    const kinds = input.include.map((each) => kindOf[each])
    const filter = { ...scopeOf(caller), kinds, knownAt: moment }
    const found = await findMemories({ query: input.query, filter, now: moment, ...explaining(input) }, context)
    const explained = await explainer(found, context)
    // A look back is no use (EPI4): it must not change what it looks at.
    const { recalled } = await recallPage(
      found,
      { limit: input.limit },
      (found) =>
        found.map(({ memory, relevance }) => ({
          score: scoreAtTime({ happenedAt: memory.happenedAt, relevance }, moment, context.weights.atTime),
        })),
      context,
    )
    const answers = recalled.map(({ memory, scored }) => ({
      id: memory.id,
      content: memory.text,
      timestamp: formatTime(memory.happenedAt),
      project: memory.project,
      score: rounded(scored.score),
      ...toReviewFields(memory),
      ...explained(memory.id),
    }))
    const fitted = fitBudget(answers, found.query, input.max_tokens)
    const of = (kind: string) => fitted.filter((_, index) => recalled[index].memory.kind === kind)
    const relations = await relationsThen(
      of('entity').map(({ id }) => id),
      moment,
      context,
      caller,
    )
    return {
      query: input.query,
      point_in_time: formatTime(moment),
      count: fitted.length,
      limit: input.limit,
      nothing_relevant: found.ranking.nothingRelevant,
      episodes: of('episode'),
      ...(input.include.includes('entities')
        ? { entities: of('entity').map((entity) => ({ ...entity, relations: relations.get(entity.id) ?? [] })) }
        : {}),
      ...(input.include.includes('procedures') ? { procedures: of('procedure') } : {}),
    }
  },
})

/** EPI5: what each entity was related to at that moment. */
async function relationsThen(ids: readonly string[], moment: number, context: OperationContext, caller: Caller) {
  const edges = await context.memories.neighbours(ids, [...relationTypes, relatedTo], moment)
  const ends = [...new Set(edges.flatMap(({ source, target }) => [source, target]))]
  const seen = new Set(await idsInSight(ends, context, caller))
  const visible = edges.filter(({ source, target }) => seen.has(source) && seen.has(target))
  const relations = visible.map(({ source, target, type }) => ({
    source_id: source,
    relation_type: type,
    target_id: target,
  }))
  return new Map(
    ids.map((id) => [
      id,
      relations.filter(({ source_id, target_id }) => source_id === id || target_id === id).slice(0, mostRelations),
    ]),
  )
}
