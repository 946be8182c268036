import { z } from 'zod'
import type { EvidencePlan, Planner } from '../../../memory/workspace/planners/evidence-plan.js'
import { planEvidence } from '../../../memory/workspace/planners/plan-evidence.js'
import type { MemoryGraph } from '../../../ports/store/graph.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemorySearch } from '../../../ports/store/search.js'
import type { Caller } from '../../machinery/caller.js'
import type { Recalling, Using } from '../../machinery/operation-context.js'
import { fitTexts, tokensOf } from './fit-texts.js'
import { factsAt, relationNames } from './graph-facts.js'
import { type LookedUp, lookUp } from './look-up.js'
import { recordsFor } from './structures.js'

export interface Asked {
  readonly question: string
  /** REC24: the same question in other words, for recall. */
  readonly also?: readonly string[] | null
  readonly planner: Planner
  /** How many memories the plan may use. */
  readonly k: number
  readonly keywords?: readonly string[]
}

export interface Planned {
  readonly plan: EvidencePlan
  /** The results of recall for the question, best first. */
  readonly found: readonly LookedUp[]
}

/** GWT6: plans the answer from everything visible to the caller. Writes nothing. */
export async function planQuestion(
  asked: Asked,
  context: Using<MemorySearch & MemoryReader & MemoryGraph, Recalling | 'structures' | 'clock'>,
  caller: Caller,
): Promise<Planned> {
  const found = await lookUp({ query: asked.question, also: asked.also }, asked.k, context, caller)
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
  return { plan: step.value, found }
}

export const evidencePlan = z.object({
  strategy: z.string(),
  answer: z.string(),
  queries: z.array(z.string()).readonly(),
  evidence: z.array(z.string()).readonly(),
  metadata: z.record(z.string(), z.unknown()).readonly(),
})

/** COM14: shortens long texts, then drops evidence from the end; metadata reports both. */
export function fitPlan(plan: EvidencePlan, maxTokens: number): EvidencePlan {
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
