/** The exact integer Σ aᵢ·bᵢ. */
export function dotProduct(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** 1 / ‖v‖; 0 for the zero vector, so that everything multiplied by it is 0. */
export const inverseNorm = (vector: Int8Array): number => inverseNormOfSquare(dotProduct(vector, vector))

/** The same from ‖v‖². */
export const inverseNormOfSquare = (squared: number): number => (squared === 0 ? 0 : 1 / Math.sqrt(squared))

/**
 * cos(a, b) = a·b · (1/‖a‖ · 1/‖b‖), rounded to float32; 0 if either is zero.
 * Every engine computes this expression from the exact dot product in this order, so that all give the same bits
 * (REC12). The rounding also makes equal directions exactly 1.
 */
export function cosine(a: Int8Array, b: Int8Array): number {
  return Math.fround(dotProduct(a, b) * (inverseNorm(a) * inverseNorm(b)))
}
