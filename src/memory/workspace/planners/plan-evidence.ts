import type { RecordSet } from '../records/record-table.js'
import type { EvidencePlan, Planner } from './evidence-plan.js'
import { planGraph } from './graph/graph-planner.js'
import type { GraphWalk } from './graph/walk.js'
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
 * exact answer, if there is one, with the semantic queries. Yields as `planGraph` does.
 */
export function* planEvidence(question: string, planner: Planner, sources: PlanningSources): GraphWalk<EvidencePlan> {
  const structured = () => planStructured(question, sources.records)
  const semantic = () => planSemantic(question, sources.context, sources.keywords)
  switch (planner) {
    case 'structured':
      return withPlanner(structured() ?? unanswered('structured', 'no records answer this question'))
    case 'graph':
      return withPlanner(
        (yield* planGraph(question, sources.relationNames)) ??
          unanswered('graph', 'no node that the question names has a relation that it names'),
      )
    case 'semantic':
      return withPlanner(semantic())
    case 'hybrid': {
      const exact = structured() ?? (yield* planGraph(question, sources.relationNames))
      return joined(exact, semantic())
    }
    default:
      return withPlanner(structured() ?? (yield* planGraph(question, sources.relationNames)) ?? semantic())
  }
}

const withPlanner = (plan: EvidencePlan): EvidencePlan => ({
  ...plan,
  metadata: { effective_planner: plan.strategy, ...plan.metadata },
})

const unanswered = (strategy: string, reason: string): EvidencePlan => ({
  strategy,
  answer: '',
  queries: [],
  evidence: [],
  metadata: { reason },
})

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
