import { z } from 'zod'
import { isQuarantined } from '../../memory/trust/may-inject.js'
import type { MemoryReader } from '../../ports/store/read.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { getVisible } from '../writing/read-visible.js'
import { quarantineEntry, toEntry } from './list-quarantine.js'

/** HOK13: the whole text, and what in it reads like an instruction. */
export const showQuarantined = defineOperation({
  name: 'show_quarantined',
  summary: 'Show one memory as the quarantine judges it.',
  door: 'memory',
  effect: 'read',
  input: z.object({ id: fields.anyId.describe('Id of the memory.') }),
  output: quarantineEntry.omit({ excerpt: true }).extend({ waits: z.boolean(), content: z.string() }),
  commandLine: { positional: ['id'], examples: [] },
  async run({ id }, context: Using<MemoryReader>, caller) {
    const memory = await getVisible(id, context, caller, 'id')
    const { excerpt: _, ...known } = toEntry(memory)
    return { ...known, waits: isQuarantined(memory), content: memory.text }
  },
})
