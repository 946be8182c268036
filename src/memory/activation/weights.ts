import { invalid } from '../../errors.js'
import { isObject } from '../../plain-object.js'

export interface Weights {
  /** `recall_episodes`. */
  readonly episodic: {
    readonly semantic: number
    readonly recency: number
    readonly outcome: number
    readonly importance: number
  }
  /** `query_at_time`. */
  readonly atTime: { readonly semantic: number; readonly recency: number }
  /** `semantic_recall`. */
  readonly semantic: { readonly similarity: number; readonly activation: number; readonly retrievability: number }
  /** `recall_skill`. */
  readonly procedural: { readonly similarity: number; readonly successRate: number; readonly experience: number }
  readonly similarity: SimilarityWeights
}

/** REC5: weights of the three retrievers; they sum to 1 so that similarity lies in [0, 1]. */
export type SimilarityWeights = { readonly lexical: number; readonly vector: number; readonly soft: number }

export const defaultWeights: Weights = {
  episodic: { semantic: 0.4, recency: 0.25, outcome: 0.2, importance: 0.15 },
  atTime: { semantic: 0.7, recency: 0.3 },
  semantic: { similarity: 0.6, activation: 0.2, retrievability: 0.2 },
  procedural: { similarity: 0.6, successRate: 0.3, experience: 0.1 },
  similarity: { lexical: 0.25, vector: 0.45, soft: 0.3 },
}

const tolerance = 0.001

/**
 * The default weights with the user's `overrides`. Every set must sum to 1, or scores would leave [0, 1] and thresholds
 * lose their meaning; the error's field names the set that does not.
 */
export function resolveWeights(overrides: unknown): Weights {
  if (!isObject(overrides)) throw invalid('weights', 'weights must be an object of weight sets')
  for (const name of Object.keys(overrides)) {
    if (!Object.hasOwn(defaultWeights, name)) {
      throw invalid(name, `unknown weight set "${name}"; the sets are ${Object.keys(defaultWeights).join(', ')}`)
    }
  }
  const resolve = <Name extends keyof Weights>(name: Name) => resolveSet(name, defaultWeights[name], overrides[name])
  return {
    episodic: resolve('episodic'),
    atTime: resolve('atTime'),
    semantic: resolve('semantic'),
    procedural: resolve('procedural'),
    similarity: resolve('similarity'),
  }
}

function resolveSet<WeightSet extends Readonly<Record<string, number>>>(
  name: string,
  defaults: WeightSet,
  overrides: unknown = {},
): WeightSet {
  if (!isObject(overrides)) throw invalid(name, `weight set "${name}" must be an object of numbers`)
  for (const [weight, value] of Object.entries(overrides)) {
    if (!Object.hasOwn(defaults, weight)) {
      throw invalid(name, `unknown weight "${name}.${weight}"; its weights are ${Object.keys(defaults).join(', ')}`)
    }
    if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
      throw invalid(name, `weight "${name}.${weight}" must be a number from 0 to 1`)
    }
  }
  const set = { ...defaults, ...overrides }
  const sum = Object.values<number>(set).reduce((total, weight) => total + weight, 0)
  // Sums of decimal fractions are a few ulp off; the tolerance is inclusive.
  if (Math.abs(sum - 1) > tolerance + Number.EPSILON * 10) {
    throw invalid(name, `weights of "${name}" must sum to 1, not ${Number(sum.toFixed(4))}`)
  }
  return set
}
