/** σ(x) = 1 / (1 + e^(−x)). */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** Its inverse, the log-odds: ln p − ln(1 − p). */
export const logit = (probability: number): number => Math.log(probability) - Math.log1p(-probability)
