import { logistic } from './logistic.js'

/** The link from one entity of the context to a memory. */
interface ContextLink {
  /** The weight of the edge between them; 0 when there is none. */
  readonly weight: number
  /** Number of open edges of the context entity, in both directions. */
  readonly fan: number
}

/** ACT-R's maximum associative strength S, and the minimum for highly connected entities. */
const maximumStrength = 1.6
const minimumStrength = 0.1

/**
 * Σ over the context of (1/n)·w·max(0.1, 1.6 − ln(max(fan, 1))): attention is divided among the n entities of the
 * context, and an entity with many links says little about each (the fan effect, Anderson 1974).
 * Takes one link per context entity, including those not linked to the memory.
 */
export function contextSpreading(context: readonly ContextLink[]): number {
  return context.reduce((sum, { weight, fan }) => sum + (weight * associativeStrength(fan)) / context.length, 0)
}

function associativeStrength(fan: number): number {
  return Math.max(minimumStrength, maximumStrength - Math.log(Math.max(fan, 1)))
}

/** Activation in [0, 1]: σ(base level + spreading). ACT-R's noise is 0, so that results are deterministic. */
export function activation(baseLevel: number, spreading: number): number {
  return logistic(baseLevel + spreading)
}
