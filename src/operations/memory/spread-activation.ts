import { z } from 'zod'
import { notFound } from '../../errors.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { findCurrent } from '../writing/read-visible.js'

/** SEM4. */
const maxNodes = 10_000
/** The size of one entry of the answer, an id and a number. */
const tokensPerEntry = 24

export const spreadActivation = defineOperation({
  name: 'spread_activation',
  summary: 'Find what is related: activation spreads from seed entities through the knowledge graph.',
  guidance: 'Use to gather the surroundings of a topic; read the strongest with get_memory.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    seed_entities: z.array(fields.entityId).min(1).max(100).describe('Entity ids to start from.'),
    steps: fields.withDefault(z.int().min(1).max(10), 3).describe('How many steps.'),
    retention: fields.withDefault(fields.unit, 0.5).describe('Share that a node keeps at each step.'),
    decay: fields.withDefault(fields.unit, 0.1).describe('Share that is lost at each step.'),
    threshold: fields.withDefault(fields.unit, 0.01).describe('A node below this passes nothing on.'),
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    seed_count: z.int(),
    activated_count: z.int(),
    truncated: z.literal(true).optional(),
    unknown_seeds: z.array(z.string()).optional(),
    activations: z.array(z.object({ entity_id: z.string(), activation: z.number() })),
  }),
  commandLine: { command: 'entity spread', positional: ['seed_entities'], examples: [] },
  async run({ seed_entities, max_tokens, ...settings }, context: Using<MemoryGraph & MemoryReader, 'clock'>, caller) {
    const asked = [...new Set(seed_entities)]
    const known = await findCurrent(asked, context, caller)
    if (known.size === 0) throw notFound('Every seed entity', 'seed_entities')
    const seeds = [...new Set([...known.values()].map(({ id }) => id))]
    const unknown = asked.filter((id) => !known.has(id))
    const filter = { ...scopeOf(caller), kinds: ['entity'] as const }
    const { activations, truncated } = await context.memories.spread({
      seeds,
      filter,
      now: context.clock.now(),
      maxNodes,
      ...settings,
    })
    const shown = activations.slice(0, Math.max(1, Math.floor(max_tokens / tokensPerEntry)))
    return {
      seed_count: seeds.length,
      activated_count: activations.length,
      ...(truncated || shown.length < activations.length ? { truncated: true as const } : {}),
      ...(unknown.length > 0 ? { unknown_seeds: unknown } : {}),
      activations: shown.map(({ node, activation }) => ({ entity_id: node, activation: rounded(activation) })),
    }
  },
})
