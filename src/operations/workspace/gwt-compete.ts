import { z } from 'zod'
import { compete } from '../../memory/workspace/competition/compete.js'
import { slotCount } from '../../memory/workspace/state/workspace.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { loadCompetition } from './cycle/competitors.js'
import { loadWorkspace } from './cycle/load-workspace.js'

const verdicts = [
  'admitted',
  'below_ignition_threshold',
  'eligible_not_selected',
  'kept_in_workspace',
  'evicted_by_higher_activation',
] as const

export const gwtCompete = defineOperation({
  name: 'gwt_compete',
  summary: 'Show which memories would win the slots of the workspace now, and why. Changes nothing.',
  door: 'workspace',
  effect: 'read',
  input: z.object({
    n_slots: fields.withDefault(z.int().min(1).max(100), slotCount).describe('For how many slots.'),
  }),
  output: z.object({
    winners: z.array(z.string()),
    would_evict: z.array(z.string()),
    all_scores: z.record(z.string(), z.number()),
    reason: z.enum(['', 'ignition_threshold']),
    reason_breakdown: z.record(z.string(), z.enum(verdicts)),
    specialists: z.record(z.string(), z.record(z.string(), z.number())),
  }),
  commandLine: { command: 'mind compete', examples: ['', '--n-slots 3'] },
  async run({ n_slots }, context: Using<MemoryReader & MemorySearch & MemoryGraph, 'embedder' | 'clock'>, caller) {
    const { competition } = await loadCompetition(await loadWorkspace(context, caller), context, caller)
    const { winners, would_evict, all_scores, reason, reason_breakdown, specialists } = compete({
      ...competition,
      slots: n_slots,
    })
    return {
      winners: [...winners],
      would_evict: [...would_evict],
      all_scores: rounded(all_scores),
      reason,
      reason_breakdown: { ...reason_breakdown },
      specialists: Object.fromEntries(Object.entries(specialists).map(([id, levels]) => [id, rounded(levels)])),
    }
  },
})
