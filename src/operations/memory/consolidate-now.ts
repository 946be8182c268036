import { z } from 'zod'
import { formatTime } from '../../memory/time.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { archiveMemories, findArchivable } from '../consolidation/archive-memories.js'
import { hideDuplicates } from '../consolidation/hide-duplicates.js'
import { learnEntities } from '../consolidation/learn-entities.js'
import { mergeSkills } from '../consolidation/merge-skills.js'
import type { ConsolidationScope } from '../consolidation/new-memories.js'
import { pruneEdges } from '../consolidation/prune-edges.js'
import { withLease } from '../consolidation/with-lease.js'
import { scopeOf } from '../machinery/caller.js'
import { wholeStoreCost } from '../machinery/cost.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'

const types = ['light', 'deep', 'skill', 'all'] as const
/** Bounds the size of the answer. */
const maxIds = 100

export const consolidateNow = defineOperation({
  name: 'consolidate_now',
  summary: 'Consolidate memories: hide duplicates (light), learn entities from episodes (deep), merge skills (skill).',
  guidance:
    'Runs where the last run stopped; running it again changes nothing. deep may take a while: it reports progress.',
  door: 'memory',
  effect: 'write',
  cost: wholeStoreCost,
  input: z.object({
    consolidation_type: fields.withDefault(z.enum(types), 'light').describe('What to do.'),
    session_filter: fields.sessionFilter,
    retire: fields
      .withDefault(z.enum(['preview', 'apply']), 'preview')
      .describe('When a retirement policy is configured: show what it would retire, or retire it.'),
  }),
  output: z.object({
    consolidation_type: z.enum(types),
    session_filter: z.string().nullable(),
    started_at: fields.timestamp,
    completed_at: fields.timestamp,
    duration_seconds: z.number(),
    metrics: z.object({
      episodes_processed: z.int(),
      entities_extracted: z.int(),
      relationships_created: z.int(),
      duplicates_merged: z.int(),
      skills_merged: z.int(),
      edges_pruned: z.int(),
      extracted_by_model: z.int(),
    }),
    retirement: z.object({ count: z.int(), ids: z.array(z.string()), applied: z.boolean() }).optional(),
    /** How many episodes the rules read because the language model failed, and why it failed last. */
    model_fallback: z.object({ episodes: z.int(), reason: z.string() }).optional(),
    interrupted: z.literal(true).optional(),
  }),
  commandLine: { command: 'consolidate', positional: ['consolidation_type'], examples: ['light', 'all'] },
  async run({ consolidation_type, session_filter = null, retire }, context, caller) {
    const scope = scopeOf(caller, session_filter)
    const startedAt = context.clock.now()
    const done = await withLease('consolidation', context, async (signal) => ({
      ...(await consolidate(consolidation_type, scope, { ...context, signal })),
      retirement: await archive(consolidation_type, scope, retire === 'apply', context),
      isInterrupted: signal.aborted,
    }))
    const completedAt = context.clock.now()
    return {
      consolidation_type,
      session_filter,
      started_at: formatTime(startedAt),
      completed_at: formatTime(completedAt),
      duration_seconds: Math.max(0, completedAt - startedAt) / 1000,
      metrics: done.metrics,
      ...(done.retirement === undefined ? {} : { retirement: done.retirement }),
      ...(done.fallback.episodes === 0 ? {} : { model_fallback: done.fallback }),
      ...(done.isInterrupted ? { interrupted: true as const } : {}),
    }
  },
})

async function consolidate(type: (typeof types)[number], scope: ConsolidationScope, context: OperationContext) {
  const isAsked = (wanted: 'light' | 'deep' | 'skill') => type === wanted || type === 'all'
  const light = isAsked('light') ? await hideDuplicates(scope, context) : { processed: 0, hidden: 0 }
  const pruned = isAsked('light') ? await pruneEdges(context) : 0
  const nothing = { processed: 0, entities: 0, relations: 0, byModel: 0, byRulesInstead: 0, reason: '' }
  const deep = isAsked('deep') ? await learnEntities(scope, context) : nothing
  const skills = isAsked('skill') ? await mergeSkills(scope, context) : 0
  return {
    metrics: {
      episodes_processed: Math.max(light.processed, deep.processed),
      entities_extracted: deep.entities,
      relationships_created: deep.relations,
      duplicates_merged: light.hidden,
      skills_merged: skills,
      edges_pruned: pruned,
      extracted_by_model: deep.byModel,
    },
    fallback: { episodes: deep.byRulesInstead, reason: deep.reason },
  }
}

/** CON6: only with a configured policy and in the light run; it archives only if asked to. */
async function archive(
  type: string,
  scope: ConsolidationScope,
  isAsked: boolean,
  context: Using<MemoryReader & MemoryWriter, 'retirement' | 'clock'>,
) {
  const { retirement: policy } = context
  if (policy === undefined || (type !== 'light' && type !== 'all')) return undefined
  const found = await findArchivable(policy, scope, context)
  if (isAsked) await archiveMemories(found, context)
  return { count: found.length, ids: found.slice(0, maxIds).map(({ id }) => id), applied: isAsked }
}
