import { z } from 'zod'
import { decisionOn, decisions, withDecision } from '../../memory/trust/trust.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { changeLatest } from '../writing/change-memory.js'
import { getVisible } from '../writing/read-visible.js'

/**
 * HOK13: hooks inject what is released, wherever it came from, and never what is kept out. Either decision can be changed
 * to the other; the text stays, and tools go on to find it.
 */
export const decideQuarantine = defineOperation({
  name: 'decide_quarantine',
  summary: 'Release memories, so that hooks may inject them, or keep them out for good.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    ids: z.array(fields.anyId).min(1).max(1_000).describe('Ids of memories.'),
    decision: z.enum(decisions).describe('released: hooks may inject them. kept_out: they never do.'),
  }),
  output: z.object({ decision: z.enum(decisions), ids: z.array(z.string()), changed: z.int() }),
  commandLine: { positional: ['ids'], examples: [] },
  async run({ ids, decision }, context: Using<MemoryReader & MemoryWriter, 'clock'>, caller) {
    const named: string[] = []
    // All are looked up first, so that a mistyped id changes none.
    for (const id of ids) named.push((await getVisible(id, context, caller, 'ids')).id)
    let changed = 0
    for (const id of named) {
      const isChanged = await changeLatest(context, async () => {
        const memory = await getVisible(id, context, caller, 'ids')
        if (decisionOn(memory) === decision) return { result: false }
        return {
          change: { id, version: memory.version, facets: withDecision(memory.facets, decision) },
          result: true,
        }
      })
      if (isChanged) changed++
    }
    return { decision, ids: named, changed }
  },
})
