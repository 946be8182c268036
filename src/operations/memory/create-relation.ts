import { z } from 'zod'
import { invalid } from '../../errors.js'
import { weightAt } from '../../memory/activation/hebbian.js'
import { relationTypes } from '../../memory/semantic/links.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { assertCurrent } from '../writing/assert-current.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { newEdge } from '../writing/edges.js'
import { getVisible } from '../writing/read-visible.js'

export const createRelation = defineOperation({
  name: 'create_relation',
  summary: 'Relate two entities. The relation strengthens with use, and when it is created again.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    source_id: fields.entityId.describe('The entity that uses, produces, requires …'),
    target_id: fields.entityId.describe('The entity that is used, produced, required …'),
    relation_type: z.enum(relationTypes).describe('How they are related.'),
    initial_weight: fields.withDefault(fields.unit, 0.1).describe('Starting weight.'),
  }),
  output: z.object({
    source_id: z.string(),
    target_id: z.string(),
    relation_type: z.enum(relationTypes),
    weight: fields.unit,
  }),
  commandLine: { command: 'relate', positional: ['source_id', 'relation_type', 'target_id'], examples: [] },
  async run(
    { source_id, target_id, relation_type, initial_weight },
    context: Using<MemoryGraph & MemoryWriter & MemoryReader, 'clock'>,
    caller,
  ) {
    if (source_id === target_id) throw invalid('target_id', 'an entity cannot be related to itself')
    const now = context.clock.now()
    await retryOnConflict(async () => {
      const ends = [
        await getVisible(source_id, context, caller, 'source_id'),
        await getVisible(target_id, context, caller, 'target_id'),
      ] as const
      await assertCurrent(ends[0], context.memories, 'source_id')
      await assertCurrent(ends[1], context.memories, 'target_id')
      await context.memories.commit({
        at: now,
        expect: ends.map(({ id, version }) => ({ id, version })),
        relate: [newEdge(relation_type, source_id, target_id, initial_weight, now)],
      })
    })
    const { edges } = await context.memories.associations([source_id], [target_id])
    const edge = edges.find(({ type, source }) => type === relation_type && source === source_id)
    const weight = edge === undefined ? initial_weight : weightAt(edge, now)
    return { source_id, target_id, relation_type, weight: rounded(weight) }
  },
})
