import type { Strength } from '../memory.js'

/** ACT-R's standard decay. */
const decay = 0.5
const hourMs = 3_600_000
/** A use "now" counts as one second old, so that the sum stays finite. */
const minAgeHours = 1 / 3600

/**
 * Base-level activation B = ln Σ tⱼ^(−d), t in hours (Anderson & Schooler 1991), by the hybrid of Petrov (2006),
 * "Computationally efficient approximation of the base-level learning equation in ACT-R": the k recent uses exactly, the
 * n − k older ones as if spread evenly between the k-th and the creation, which is the first use:
 *
 *   B ≈ ln [ Σ_{j≤k} tⱼ^(−d) + (n − k)·(tₙ^(1−d) − t_k^(1−d)) / ((1 − d)·(tₙ − t_k)) ]
 */
export function baseLevelActivation(
  { uses, recentUses }: Pick<Strength, 'uses' | 'recentUses'>,
  createdAt: number,
  now: number,
): number {
  const ages = recentUses.map((at) => ageHours(at, now))
  const recent = ages.reduce((sum, age) => sum + age ** -decay, 0)
  const oldestRecent = Math.max(...ages)
  const older = (uses - ages.length) * meanPower(oldestRecent, Math.max(ageHours(createdAt, now), oldestRecent))
  return Math.log(recent + older)
}

function ageHours(at: number, now: number): number {
  return Math.max((now - at) / hourMs, minAgeHours)
}

/** Mean of t^(−d) for t between two ages; for d = ½ the closed form is 2·(√b − √a)/(b − a) = 2/(√a + √b). */
function meanPower(from: number, to: number): number {
  return 2 / (Math.sqrt(from) + Math.sqrt(to))
}
