import type { LessonHit } from '../../lessons/lesson-hit.js'
import type { Subquery } from '../planning/subquery.js'
import type { RetrievedMemory } from './retrieved-memory.js'

/** The main output of a run, as the `memories` event carries it. */
export interface FinalOutput {
  readonly memories: readonly RetrievedMemory[]
  readonly reasoningbank_hits: readonly LessonHit[]
}

/** Removes the texts of sub-queries that are no longer part of the plan from the output (OPS4). */
export function restrictMatches(output: FinalOutput, plan: readonly Subquery[]): FinalOutput {
  const texts = new Set(plan.map(({ text }) => text))
  return {
    ...output,
    memories: output.memories.map((memory) => ({
      ...memory,
      subqueries_matched: memory.subqueries_matched.filter((text) => texts.has(text)),
    })),
  }
}
