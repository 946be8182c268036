import { z } from 'zod'
import { withoutMerging } from '../../memory/procedural/merging/separate-skills.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { undoMerge } from '../consolidation/merge-skills.js'
import { restoreLinks } from '../consolidation/restore-links.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { getVisible } from '../writing/read-visible.js'

export const bringBack = defineOperation({
  name: 'bring_back',
  summary: 'Bring back a memory that was hidden as a duplicate, retired or deprecated, so that recall finds it again.',
  door: 'memory',
  effect: 'write',
  input: z.object({ id: fields.anyId.describe('Its id.') }),
  output: z.object({ id: z.string(), state: z.string(), was: z.string() }),
  commandLine: { positional: ['id'], examples: [] },
  async run({ id }, context: Using<MemoryWriter & MemoryGraph & MemoryReader, 'clock'>, caller) {
    return retryOnConflict(async () => {
      const memory = await getVisible(id, context, caller, 'id')
      const answer = { id: memory.id, state: 'active', was: memory.state }
      if (memory.state === 'active') return answer
      const now = context.clock.now()
      await context.memories.commit({
        at: now,
        change: [
          { id: memory.id, version: memory.version, state: 'active', facets: withoutMerging(memory.facets) },
          ...(await undoMerge(memory, context.memories)),
        ],
        connect: await restoreLinks(memory.id, now, context.memories),
      })
      return answer
    })
  },
})
