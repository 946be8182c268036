import type { Strength } from '../memory.js'

/** ACT-R's standard decay. */
const decay = 0.5
const hourMs = 3_600_000
/** A use "now" counts as one second old, so that the sum stays finite. */
const youngestHours = 1 / 3600

/**
 * Base-level activation B = ln Σ tⱼ^(−d), t in hours (Anderson & Schooler 1991), by the hybrid of Petrov (2006),
 * "Computationally efficient approximation of the base-level learning equation in ACT-R": the k kept uses exactly, the
 * n − k before them as if spread evenly between the k-th and the creation, which is the first use:
 *
 *   B ≈ ln [ Σ_{j≤k} tⱼ^(−d) + (n − k)·(tₙ^(1−d) − t_k^(1−d)) / ((1 − d)·(tₙ − t_k)) ]
 */
export function baseLevelActivation(
  { uses, recentUses }: Pick<Strength, 'uses' | 'recentUses'>,
  createdAt: number,
  now: number,
): number {
  const ages = recentUses.map((at) => ageHours(at, now))
  const kept = ages.reduce((sum, age) => sum + age ** -decay, 0)
  const oldestKept = Math.max(...ages)
  const older = (uses - ages.length) * meanPower(oldestKept, Math.max(ageHours(createdAt, now), oldestKept))
  return Math.log(kept + older)
}

function ageHours(at: number, now: number): number {
  return Math.max((now - at) / hourMs, youngestHours)
}

/** Mean of t^(−d) for t between two ages; for d = ½ the closed form is 2·(√b − √a)/(b − a) = 2/(√a + √b). */
function meanPower(from: number, to: number): number {
  return 2 / (Math.sqrt(from) + Math.sqrt(to))
}
