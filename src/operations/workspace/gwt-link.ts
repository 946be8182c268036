import { z } from 'zod'
import { defaultEdgeWeight, linkedTo } from '../../memory/semantic/links.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { newEdge } from '../writing/edges.js'
import { findCurrent } from '../writing/read-visible.js'

export const gwtLink = defineOperation({
  name: 'gwt_link',
  summary: 'Link two memories, of any kind: one in mind brings the other to the edge of attention.',
  door: 'workspace',
  effect: 'write',
  input: z.object({
    source_id: fields.anyId.describe('Id of a memory.'),
    target_id: fields.anyId.describe('Id of another.'),
  }),
  output: z.object({
    status: z.enum(['ok', 'not_found', 'invalid']),
    source_id: z.string(),
    target_id: z.string(),
  }),
  commandLine: {
    command: 'mind link',
    positional: ['source_id', 'target_id'],
    examples: ['note-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60 ep-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f61'],
  },
  async run({ source_id, target_id }, context: Using<MemoryWriter & MemoryReader & MemoryGraph, 'clock'>, caller) {
    writeScope(caller)
    return retryOnConflict(async () => {
      const [source, target] = await Promise.all(
        [source_id, target_id].map(async (ids) => {
          const [current] = (await findCurrent(ids, context, caller)).values()
          return current?.id
        }),
      )
      const named = { source_id: source ?? source_id[0], target_id: target ?? target_id[0] }
      if (source === undefined || target === undefined) return { status: 'not_found' as const, ...named }
      if (source === target) return { status: 'invalid' as const, ...named }
      const now = context.clock.now()
      await context.memories.commit({ at: now, relate: [newEdge(linkedTo, source, target, defaultEdgeWeight, now)] })
      return { status: 'ok' as const, ...named }
    })
  },
})
