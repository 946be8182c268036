import { z } from 'zod'
import { deprecate } from '../../memory/procedural/deprecation.js'
import { procedureOf } from '../../memory/procedural/procedure.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { procedureId, text } from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { assertCurrent } from '../writing/assert-current.js'
import { changeLatest } from '../writing/change-memory.js'
import { getVisible } from '../writing/read-visible.js'

export const deprecateSkill = defineOperation({
  name: 'deprecate_skill',
  summary: 'Take a skill out of every recall, with the reason; get_memory still reads it.',
  guidance: 'Use when a skill is wrong, outdated or replaced.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    procedure_id: procedureId.describe('The skill.'),
    reason: text(2_000).nullish().describe('Why it should not be used any more.'),
  }),
  output: z.object({ id: z.string(), deprecated: z.literal(true), reason: z.string().nullable() }),
  commandLine: { command: 'skill deprecate', positional: ['procedure_id', 'reason'], examples: [] },
  async run(
    { procedure_id: id, reason = null },
    context: Using<MemoryGraph & MemoryWriter & MemoryReader, 'clock'>,
    caller,
  ) {
    const stored = await changeLatest(context, async () => {
      const memory = await getVisible(id, context, caller, 'procedure_id')
      await assertCurrent(memory, context.memories, 'procedure_id')
      const before = procedureOf(memory.facets)
      const skill = deprecate(before, reason)
      const isUnchanged = before.deprecated === true && before.deprecation_reason === skill.deprecation_reason
      return {
        ...(isUnchanged ? {} : { change: { id, version: memory.version, facets: skill, state: 'retired' as const } }),
        result: skill.deprecation_reason ?? null,
      }
    })
    return { id, deprecated: true as const, reason: stored }
  },
})
