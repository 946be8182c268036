import type { RecordSet } from '../records/record-table.js'
import type { EvidencePlan, Planner } from './evidence-plan.js'
import { planGraph } from './graph/graph-planner.js'
import type { GraphWalk } from './graph/walk.js'
import { isRefusal, nearest, type Refusal } from './refusal.js'
import { type ContextMemory, planSemantic } from './semantic-planner.js'
import { planStructured } from './structured/structured-planner.js'

/** The data of the planners; the graph is queried during planning. */
export interface PlanningSources {
  readonly records: RecordSet
  readonly relationNames: readonly string[]
  readonly context: readonly ContextMemory[]
  readonly keywords?: readonly string[]
}

/**
 * GWT6: `auto` and `generic` use the first planner that can answer: structured, graph, semantic. `hybrid` joins the
 * exact answer, if there is one, with the semantic queries. GWT19: where a planner refuses, its plan says which words it
 * could not place. Yields as `planGraph` does.
 */
export function* planEvidence(question: string, planner: Planner, sources: PlanningSources): GraphWalk<EvidencePlan> {
  const structured = () => planStructured(question, sources.records)
  const semantic = () => planSemantic(question, sources.context, sources.keywords)
  switch (planner) {
    case 'structured':
      return withPlanner(soleAnswer('structured', structured(), 'no records answer this question'))
    case 'graph': {
      const planned = yield* planGraph(question, sources.relationNames)
      return withPlanner(soleAnswer('graph', planned, 'no node that the question names has a relation that it names'))
    }
    case 'semantic':
      return withPlanner(semantic())
    default: {
      const { exact, refusal } = yield* planExact(structured(), question, sources.relationNames)
      if (planner === 'hybrid') return joined(exact, refused(semantic(), refusal))
      return withPlanner(exact ?? refused(semantic(), refusal))
    }
  }
}

/** The exact answer of the first planner that has one, else the refusal that is nearest to an answer. */
function* planExact(
  structured: EvidencePlan | Refusal | undefined,
  question: string,
  relationNames: readonly string[],
) {
  if (structured !== undefined && !isRefusal(structured)) return { exact: structured, refusal: undefined }
  const graph = yield* planGraph(question, relationNames)
  if (graph !== undefined && !isRefusal(graph)) return { exact: graph, refusal: undefined }
  return { exact: undefined, refusal: nearest([structured, graph]) }
}

const withPlanner = (plan: EvidencePlan): EvidencePlan => ({
  ...plan,
  metadata: { effective_planner: plan.strategy, ...plan.metadata },
})

function soleAnswer(strategy: string, planned: EvidencePlan | Refusal | undefined, withoutOne: string): EvidencePlan {
  if (planned !== undefined && !isRefusal(planned)) return planned
  const nothing = { strategy, answer: '', queries: [], evidence: [], metadata: { reason: withoutOne } }
  return refused(nothing, planned)
}

/** The plan with what a planner found and why it gave no answer. */
function refused(plan: EvidencePlan, refusal: Refusal | undefined): EvidencePlan {
  if (refusal === undefined) return plan
  const ids = Array.isArray(plan.metadata.evidence_ids) ? plan.metadata.evidence_ids : []
  return {
    ...plan,
    evidence: [...new Set([...plan.evidence, ...refusal.evidence])],
    metadata: {
      ...plan.metadata,
      evidence_ids: [...new Set([...ids, ...refusal.evidenceIds])],
      unplaced: refusal.unplaced,
      reason: refusal.reason,
    },
  }
}

function joined(exact: EvidencePlan | undefined, semantic: EvidencePlan): EvidencePlan {
  return {
    strategy: 'hybrid',
    answer: exact?.answer ?? '',
    queries: semantic.queries,
    evidence: [...new Set([...(exact?.evidence ?? []), ...semantic.evidence])],
    metadata: {
      effective_planner: exact === undefined ? 'semantic' : `${exact.strategy}+semantic`,
      ...semantic.metadata,
      ...exact?.metadata,
    },
  }
}
