import { logistic } from './logistic.js'

/** What one entity of the context gives to a memory. */
interface ContextLink {
  /** Of the edge between them; 0 when there is none. */
  readonly weight: number
  /** Open edges of the context entity, both directions. */
  readonly fan: number
}

/** ACT-R's maximum associative strength S, and the least that a much connected entity still gives. */
const maximumStrength = 1.6
const minimumStrength = 0.1

/**
 * Σ over the context of (1/n)·w·max(0.1, 1.6 − ln(max(fan, 1))): attention is shared out over the n entities of the
 * context, and one that is joined to everything says little about anything (the fan effect, Anderson 1974).
 * One link per context entity, those that do not touch the memory included.
 */
export function contextSpreading(context: readonly ContextLink[]): number {
  return context.reduce((sum, { weight, fan }) => sum + (weight * associativeStrength(fan)) / context.length, 0)
}

function associativeStrength(fan: number): number {
  return Math.max(minimumStrength, maximumStrength - Math.log(Math.max(fan, 1)))
}

/** Activation as a share of 1: σ(base level + spreading). ACT-R's noise is 0: the same question, the same answer. */
export function activation(baseLevel: number, spreading: number): number {
  return logistic(baseLevel + spreading)
}
