import { z } from 'zod'
import { memoryTypes } from '../../memory/import-export/memory-type.js'
import { broadcastTokens, renderBroadcast } from '../../memory/workspace/broadcast.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { rounded } from '../machinery/rounded.js'
import { runCycle } from './cycle/cycle.js'

export const gwtBroadcast = defineOperation({
  name: 'gwt_broadcast',
  summary: 'Run one cycle of the workspace: memories compete for seven slots, and the winners are broadcast.',
  guidance: 'Call it after setting a goal or storing something, to learn what should be in mind now.',
  door: 'workspace',
  effect: 'write',
  input: z.object({
    max_tokens: fields
      .withDefault(z.int().min(200).max(1_000_000), broadcastTokens)
      .describe('Budget for the text; long contents and goals are shortened, and it says so.'),
  }),
  output: z.object({
    cycle: z.int(),
    capacity: z.int(),
    used: z.int(),
    goals: z.array(z.object({ description: z.string(), priority: z.number(), truncated: z.literal(true).optional() })),
    items: z.array(
      z.object({
        slot: z.int(),
        id: z.string(),
        memory_type: z.enum(memoryTypes),
        level: z.number(),
        content: z.string(),
        truncated: z.literal(true).optional(),
      }),
    ),
    admitted: z.array(z.string()),
    evicted: z.array(z.string()),
    text: z.string(),
  }),
  textField: 'text',
  budget: 'text',
  commandLine: { command: 'mind broadcast', examples: [''] },
  async run({ max_tokens }, context, caller) {
    const broadcast = await runCycle(context, caller)
    const { text, shortened, shortenedGoals } = renderBroadcast(broadcast, max_tokens)
    const cut = new Map(shortened.map(({ id, content }) => [id, { content, truncated: true as const }]))
    const { cycle, capacity, goals, items, admitted, evicted } = broadcast
    return {
      cycle,
      capacity,
      used: items.length,
      goals: goals.map((goal, at) => {
        const description = shortenedGoals[at]
        return description === undefined ? goal : { ...goal, description, truncated: true as const }
      }),
      items: items.map((item) => ({ ...item, level: rounded(item.level), ...cut.get(item.id) })),
      admitted: [...admitted],
      evicted: [...evicted],
      text,
    }
  },
})
