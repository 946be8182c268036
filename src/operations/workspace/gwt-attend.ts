import { z } from 'zod'
import { broadcastTokens, renderBroadcast } from '../../memory/workspace/broadcast.js'
import { planners } from '../../memory/workspace/planners/evidence-plan.js'
import { phases } from '../../memory/workspace/trace/trace.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { attendTo } from './cycle/attend.js'
import { fitTexts, tokensOf } from './cycle/fit-texts.js'
import { maxEvidence } from './cycle/gather-evidence.js'
import { loadWorkspace } from './cycle/load-workspace.js'
import { evidencePlan } from './cycle/plan.js'
import { readSlots } from './cycle/views.js'

export const traceStep = z.object({
  phase: z.enum(phases),
  name: z.string(),
  payload: z.record(z.string(), z.unknown()).readonly(),
})

export const gwtAttend = defineOperation({
  name: 'gwt_attend',
  summary: 'Attend to a question: plan it, answer it exactly where possible, and bring to mind what it needs.',
  guidance: 'Use before answering anything that memory may know. gwt_trace_explain explains afterwards how it went.',
  door: 'workspace',
  effect: 'write',
  input: z.object({
    question: fields.text(10_000).describe('The question, in plain words.'),
    keywords: fields.withDefault(fields.keywords, []).describe('Words that matter most.'),
    k: fields.limit(5).describe('How many memories each query may find (at most 100).'),
    passes: fields
      .withDefault(z.int().min(1).max(20), 1)
      .describe('Maximal number of rounds of query, broadcast and bus.'),
    planner: fields
      .withDefault(z.enum(planners), 'auto')
      .describe('The planner; auto takes the first that can answer.'),
    admit: fields.withDefault(z.boolean(), true).describe('Bring what is found to mind; without, only look.'),
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    question: z.string(),
    planner: z.enum(planners),
    supported_planners: z.array(z.enum(planners)).readonly(),
    context_count: z.int(),
    passes_requested: z.int(),
    passes_completed: z.int(),
    admit: z.boolean(),
    evidence_plan: evidencePlan,
    tool_call_count: z.int(),
    admitted_ids: z.array(z.string()).readonly(),
    broadcast: z.string(),
    workspace: z.array(z.looseObject({ slot: z.int(), id: z.string().nullable() })).readonly(),
    trace: z.array(traceStep).readonly(),
    truncated: z.literal(true).optional(),
  }),
  commandLine: {
    command: 'attend',
    positional: ['question'],
    examples: ['"Which lamp has the highest price?"', '"What did we decide about billing?" --passes 2'],
  },
  async run({ max_tokens, ...question }, context, caller) {
    const wanted = { ...question, evidence: maxEvidence, planTokens: Math.floor(max_tokens / 4) }
    const attended = await attendTo(wanted, context, caller)
    const { trace, broadcast } = attended
    const answer = {
      question: question.question,
      planner: question.planner,
      supported_planners: planners,
      context_count: attended.contextCount,
      passes_requested: question.passes,
      passes_completed: trace.passes_completed,
      admit: question.admit,
      evidence_plan: attended.plan,
      tool_call_count: trace.tool_call_count,
      admitted_ids: attended.admitted,
      broadcast: renderBroadcast(broadcast, Math.min(broadcastTokens, Math.floor(max_tokens / 4))).text,
    }
    const slots = await readSlots(await loadWorkspace(context, caller), context, caller)
    const whole = { workspace: slots, trace: trace.steps }
    // Reserves tokens for their keys and for `truncated`.
    const shown = fitTexts(whole, max_tokens - tokensOf(answer) - 15)
    return { ...answer, ...shown, ...(shown === whole ? {} : { truncated: true as const }) }
  },
})
