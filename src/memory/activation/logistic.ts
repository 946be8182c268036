/** σ(x) = 1 / (1 + e^(−x)). */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
