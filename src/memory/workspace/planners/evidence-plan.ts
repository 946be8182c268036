import type { Json } from '../../memory.js'

/** GWT6. `auto` and `generic` are one. */
export const planners = ['auto', 'generic', 'semantic', 'structured', 'graph', 'hybrid'] as const
export type Planner = (typeof planners)[number]

/** What a question leads to: an answer where one can be exact, else what to ask memory for. */
export interface EvidencePlan {
  readonly strategy: string
  /** Empty when the planner cannot answer. */
  readonly answer: string
  readonly queries: readonly string[]
  readonly evidence: readonly string[]
  readonly metadata: { readonly [key: string]: Json }
}

/** Whether it answers. A path that broke says where, which is no answer. */
export const isExact = ({ answer, metadata }: EvidencePlan): boolean =>
  answer !== '' && metadata.broken_at === undefined
