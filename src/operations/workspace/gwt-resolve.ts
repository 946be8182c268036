import { z } from 'zod'
import { planners } from '../../memory/workspace/planners/evidence-plan.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { tokensOf } from './cycle/fit-texts.js'
import { evidencePlan, fitPlan, type PlanningParts, planQuestion } from './cycle/plan.js'

export const gwtResolve = defineOperation({
  name: 'gwt_resolve',
  summary: 'Plan how to answer a question, and answer it exactly where records or relations can. Changes nothing.',
  guidance: 'Use for "how many", "which is highest", "who manages the owner of …"; gwt_attend also brings it to mind.',
  door: 'workspace',
  effect: 'read',
  input: z.object({
    question: fields.text(10_000).describe('The question, in plain words.'),
    also: fields.also,
    planner: fields
      .withDefault(z.enum(planners), 'auto')
      .describe('The planner; auto takes the first that can answer.'),
    k: fields.limit(50).describe('How many memories to look at (at most 100).'),
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    question: z.string(),
    planner: z.enum(planners),
    context_count: z.int(),
    evidence_plan: evidencePlan,
  }),
  commandLine: { command: 'mind resolve', positional: ['question'], examples: ['"Which lamp has the highest price?"'] },
  async run(
    { max_tokens, ...asked },
    context: Using<MemorySearch & MemoryReader & MemoryGraph, PlanningParts>,
    caller,
  ) {
    const { question, planner } = asked
    const { plan, found } = await planQuestion(asked, context, caller)
    const answer = { question, planner, context_count: found.length }
    // The braces and the name of the plan itself.
    return { ...answer, evidence_plan: fitPlan(plan, max_tokens - tokensOf(answer) - 5) }
  },
})
