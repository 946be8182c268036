import { z } from 'zod'
import { clearedOfDeprecation } from '../../memory/procedural/deprecation.js'
import { retryOnConflict } from '../changing.js'
import { returnLinks } from '../consolidating/return-links.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { getInSight } from '../reading.js'

export const bringBack = defineOperation({
  name: 'bring_back',
  summary: 'Bring back a memory that was hidden as a duplicate, retired or deprecated, so that recall finds it again.',
  door: 'memory',
  effect: 'write',
  input: z.object({ id: fields.anyId.describe('Its id.') }),
  output: z.object({ id: z.string(), state: z.string(), was: z.string() }),
  commandLine: { positional: ['id'], examples: [] },
  async run({ id }, context, caller) {
    return retryOnConflict(async () => {
      const memory = await getInSight(id, context, caller, 'id')
      const answer = { id: memory.id, state: 'active', was: memory.state }
      if (memory.state === 'active') return answer
      const now = context.clock.now()
      await context.memories.commit({
        at: now,
        change: [
          { id: memory.id, version: memory.version, state: 'active', facets: clearedOfDeprecation(memory.facets) },
        ],
        connect: await returnLinks(memory.id, now, context.memories),
      })
      return answer
    })
  },
})
