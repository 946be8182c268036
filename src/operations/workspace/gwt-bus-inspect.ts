import { z } from 'zod'
import { toBusResult } from '../../memory/workspace/bus/bus-result.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { busResult, busSummary } from './bus/bus-view.js'
import { fitAnswer } from './cycle/fit-texts.js'
import { loadWorkspace } from './cycle/load-workspace.js'

/** The summary before the first broadcast. */
const emptySummary = toBusResult([], []).summary

export const gwtBusInspect = defineOperation({
  name: 'gwt_bus_inspect',
  summary: 'Show what the subscribers of the last broadcast proposed, what was accepted, and why the rest was not.',
  door: 'workspace',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'empty']),
    broadcast_bus: busResult.nullable(),
    summary: busSummary,
    truncated: z.literal(true).optional(),
  }),
  commandLine: { command: 'mind bus', examples: [''] },
  async run(_input, context: Using<MemoryReader, 'copies'>, caller) {
    const { lastBus } = await loadWorkspace(context, caller)
    const status = lastBus === null ? ('empty' as const) : ('ok' as const)
    return fitAnswer({ status, broadcast_bus: lastBus, summary: lastBus?.summary ?? emptySummary }, context)
  },
})
