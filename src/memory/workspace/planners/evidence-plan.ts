import type { Json } from '../../memory.js'

/** GWT6. `auto` and `generic` are the same. */
export const planners = ['auto', 'generic', 'semantic', 'structured', 'graph', 'hybrid'] as const
export type Planner = (typeof planners)[number]

/** The plan for a question: an exact answer if possible, else the queries to search memory with. */
export interface EvidencePlan {
  readonly strategy: string
  /** Empty when the planner cannot answer. */
  readonly answer: string
  readonly queries: readonly string[]
  readonly evidence: readonly string[]
  readonly metadata: { readonly [key: string]: Json }
}

/** False for a broken path, whose `answer` only says where it broke. */
export const hasExactAnswer = ({ answer, metadata }: EvidencePlan): boolean =>
  answer !== '' && metadata.broken_at === undefined
