import { z } from 'zod'
import { explainTrace } from '../../memory/workspace/trace/explain-trace.js'
import { phases } from '../../memory/workspace/trace/trace.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { busResult } from './bus/bus-view.js'
import { fitAnswer } from './cycle/fit-texts.js'
import { loadWorkspace } from './cycle/load-workspace.js'
import { traceStep } from './gwt-attend.js'

export const gwtTraceExplain = defineOperation({
  name: 'gwt_trace_explain',
  summary: 'Explain in plain words how the last question of this session was attended to.',
  door: 'workspace',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'empty']),
    message: z.string().optional(),
    question: z.string().optional(),
    planner: z.string().optional(),
    strategy: z.string().optional(),
    answer: z.string().optional(),
    pass_count: z.int().optional(),
    tool_call_count: z.int().optional(),
    phases: z
      .array(z.object({ phase: z.enum(phases), count: z.int() }))
      .readonly()
      .optional(),
    broadcast_bus: busResult.nullable().optional(),
    explanation: z.string().optional(),
    trace: z.array(traceStep).readonly().optional(),
    truncated: z.literal(true).optional(),
  }),
  commandLine: { command: 'mind explain', examples: [''] },
  async run(_input, context: Using<MemoryReader, 'copies'>, caller) {
    const { lastTrace, lastBus } = await loadWorkspace(context, caller)
    return fitAnswer(explainTrace(lastTrace, lastBus), context)
  },
})
