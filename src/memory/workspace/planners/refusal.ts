import type { PlacedWord } from '../phrases.js'
import type { EvidencePlan } from './evidence-plan.js'

/** GWT19: a question that a planner knows something about and yet must not answer. */
export interface Refusal {
  readonly strategy: 'structured' | 'graph'
  /** The words of the question, as written, that have no place in the plan; empty when only the data forbid an answer. */
  readonly unplaced: readonly string[]
  /** Why there is no answer, as a sentence. */
  readonly reason: string
  /** What the planner found for the words that it could place. */
  readonly evidence: readonly string[]
  readonly evidenceIds: readonly string[]
}

export const isRefusal = (planned: EvidencePlan | Refusal): planned is Refusal => 'unplaced' in planned

/** The words at these positions, in the order of the question. */
export function wordsAt(words: readonly PlacedWord[], positions: Iterable<number>): readonly string[] {
  return [...new Set(positions)].sort((a, b) => a - b).map((at) => words[at].surface)
}

export function reasonFor(unplaced: readonly string[]): string {
  const named = unplaced.map((word) => `"${word}"`).join(', ')
  return `${named} ${unplaced.length === 1 ? 'has' : 'have'} no place in what is stored, so an answer would ignore ${unplaced.length === 1 ? 'it' : 'them'}`
}

/** The nearest to an answer: one that the data forbid, else that with the fewest open words. */
export function nearest(refusals: readonly (Refusal | undefined)[]): Refusal | undefined {
  return refusals
    .filter((refusal) => refusal !== undefined)
    .reduce<Refusal | undefined>(
      (best, refusal) => (best === undefined || refusal.unplaced.length < best.unplaced.length ? refusal : best),
      undefined,
    )
}
