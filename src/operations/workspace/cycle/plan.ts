import { z } from 'zod'
import type { EvidencePlan, Planner } from '../../../memory/workspace/planners/evidence-plan.js'
import { planEvidence } from '../../../memory/workspace/planners/plan-evidence.js'
import type { MemoryGraph } from '../../../ports/store/graph.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemorySearch } from '../../../ports/store/search.js'
import type { Caller } from '../../machinery/caller.js'
import type { Recalling, Using } from '../../machinery/operation-context.js'
import { computeFromProse } from './compute-from-prose.js'
import { withEvidence } from './evidence.js'
import { fitTexts, tokensOf } from './fit-texts.js'
import { factsAt, relationNames } from './graph-facts.js'
import { type LookedUp, rankFor, readBest } from './look-up.js'
import { recordsFor } from './structures.js'

export interface Asked {
  readonly question: string
  /** REC24: the same question in other words, for recall. */
  readonly also?: readonly string[] | null
  readonly planner: Planner
  /** How many memories the plan may use. */
  readonly k: number
  readonly keywords?: readonly string[]
  /** How many memories a plan without an answer hands over at most; k if not given. */
  readonly evidence?: number
}

export interface Planned {
  readonly plan: EvidencePlan
  /** The results of recall for the question, best first. */
  readonly found: readonly LookedUp[]
}

/** Planners that take whatever can answer. */
const computes = (planner: Planner): boolean => planner === 'auto' || planner === 'generic' || planner === 'hybrid'

/** What planning needs of the context, besides the store. */
export type PlanningParts = Recalling | 'structures' | 'clock' | 'signal'

/** GWT6: plans the answer from everything visible to the caller. Writes nothing. */
export async function planQuestion(
  asked: Asked,
  context: Using<MemorySearch & MemoryReader & MemoryGraph, PlanningParts>,
  caller: Caller,
): Promise<Planned> {
  const ranking = await rankFor({ query: asked.question, also: asked.also }, context, caller)
  const found = await readBest(ranking, asked.k, context)
  const structures = await context.structures.read()
  const relations = await relationNames(structures, context, caller)
  const planning = planEvidence(asked.question, asked.planner, {
    // Selected and used synchronously, since another call may change the table.
    records: recordsFor(structures, caller),
    relationNames: relations,
    context: found.map(({ memory }) => ({ id: memory.id, content: memory.text })),
    ...(asked.keywords === undefined ? {} : { keywords: asked.keywords }),
  })
  let step = planning.next()
  while (!step.done) step = planning.next(await factsAt(step.value, structures, context, caller))
  const plan = step.value
  if (plan.answer !== '') return { plan, found }
  const computed = computes(asked.planner)
    ? await computeFromProse(asked.question, ranking, context, caller)
    : undefined
  if (computed !== undefined) return { plan: { ...computed, queries: plan.queries }, found }
  return { plan: await withEvidence(plan, asked.question, ranking, asked.evidence ?? asked.k, context, caller), found }
}

export const evidencePlan = z.object({
  strategy: z.string(),
  answer: z.string(),
  queries: z.array(z.string()).readonly(),
  evidence: z.array(z.string()).readonly(),
  metadata: z.record(z.string(), z.unknown()).readonly(),
})

/** COM14: leaves out what was recognised, shortens long texts, then drops evidence from the end; metadata reports each. */
export function fitPlan(whole: EvidencePlan, maxTokens: number): EvidencePlan {
  if (tokensOf(whole) <= maxTokens) return whole
  const plan = withoutRecognised(whole)
  if (tokensOf(plan) <= maxTokens) return plan
  const fitted = fitTexts({ ...plan, metadata: { ...plan.metadata, shortened: true } }, maxTokens)
  const evidence = [...fitted.evidence]
  const withEvidence = () => ({
    ...fitted,
    evidence,
    metadata: { ...fitted.metadata, omitted_evidence: plan.evidence.length - evidence.length },
  })
  while (evidence.length > 0 && tokensOf(withEvidence()) > maxTokens) evidence.pop()
  return evidence.length === plan.evidence.length ? fitted : withEvidence()
}

function withoutRecognised(plan: EvidencePlan): EvidencePlan {
  const { recognised, ...metadata } = plan.metadata
  return recognised === undefined ? plan : { ...plan, metadata: { ...metadata, omitted_recognised: true } }
}
