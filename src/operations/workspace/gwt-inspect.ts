import { z } from 'zod'
import { formatTime } from '../../memory/time.js'
import { bufferCapacity } from '../../memory/workspace/state/buffer.js'
import type { Workspace } from '../../memory/workspace/state/workspace.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Caller } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { fitAnswer } from './cycle/fit-texts.js'
import { loadWorkspace } from './cycle/load-workspace.js'
import { cycleCounts, readSlots, readViews } from './cycle/views.js'

const targets = ['workspace', 'buffer', 'goals', 'stats', 'broadcast_bus'] as const

export const gwtInspect = defineOperation({
  name: 'gwt_inspect',
  summary: 'Look at the workspace: its slots, its buffer, its goals, its numbers, or its bus.',
  door: 'workspace',
  effect: 'read',
  input: z.object({
    target: fields.withDefault(z.enum(targets), 'workspace').describe('What to look at.'),
  }),
  output: z.looseObject({ target: z.enum(targets), status: z.enum(['ok', 'empty']) }),
  commandLine: { command: 'mind inspect', positional: ['target'], examples: ['', 'buffer', 'goals', 'stats'] },
  async run({ target }, context, caller) {
    const workspace = await loadWorkspace(context, caller)
    const view = await views[target](workspace, context, caller)
    return fitAnswer({ target, ...view }, context)
  },
})

type View = (
  workspace: Workspace,
  context: OperationContext,
  caller: Caller,
) => Promise<{ readonly status: 'ok' | 'empty'; readonly [key: string]: unknown }>

const views: Readonly<Record<(typeof targets)[number], View>> = {
  async workspace(workspace, context: Using<MemoryReader & MemoryGraph>, caller) {
    const slots = await readSlots(workspace, context, caller)
    const used = slots.filter(({ id }) => id !== null).length
    return {
      status: used === 0 ? 'empty' : 'ok',
      capacity: slots.length,
      used,
      slots,
      last_link_activations: linkActivations(workspace),
    }
  },

  async buffer(workspace, context: Using<MemoryReader & MemoryGraph>, caller) {
    const ids = workspace.buffer.map(({ id }) => id)
    const views = await readViews(ids, workspace, context, caller)
    const items = workspace.buffer.flatMap(({ id, activation, enteredAt }) => {
      const view = views.get(id)
      return view === undefined ? [] : [{ ...view, activation: rounded(activation), entered_at: formatTime(enteredAt) }]
    })
    return { status: items.length === 0 ? 'empty' : 'ok', capacity: bufferCapacity, used: items.length, items }
  },

  async goals({ goals }) {
    return {
      status: goals.length === 0 ? 'empty' : 'ok',
      goals: goals.map(({ id, description, keywords, priority, origin, setAt }) => ({
        goal_id: id,
        description,
        keywords,
        priority,
        origin,
        set_at: formatTime(setAt),
      })),
    }
  },

  async stats(workspace) {
    const { levels, lastBroadcast, lastTrace } = workspace
    return {
      status: 'ok',
      ...cycleCounts(workspace),
      levels: rounded(levels),
      last_broadcast: lastBroadcast === null ? null : { ...lastBroadcast, at: formatTime(lastBroadcast.at) },
      last_question: lastTrace?.question ?? null,
    }
  },

  async broadcast_bus(workspace, { bus, clock }: Pick<OperationContext, 'bus' | 'clock'>) {
    const { lastBus } = workspace
    return {
      status: lastBus === null ? 'empty' : 'ok',
      configured: true,
      subscribers: bus.subscribers,
      settings: bus.settings,
      circuits: bus.circuits(clock.now()),
      latest: lastBus,
      summary: lastBus?.summary ?? null,
      proposal_groups: lastBus?.proposal_groups ?? [],
      linked_memory_reactivations: linkActivations(workspace),
    }
  },
}

const linkActivations = ({ linkActivations: all }: Workspace) =>
  all.map(({ id, activation, via }) => ({ id, activation: rounded(activation), via }))
