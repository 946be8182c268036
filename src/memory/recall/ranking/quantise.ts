/**
 * A vector as int8: vᵢ · 127 / max|v|, rounded half away from zero (as C's `round`, so that −v quantises to −q).
 * Only the direction survives, which is all a cosine sees. The zero vector stays zero.
 */
export function quantise(vector: Float32Array | readonly number[]): Int8Array {
  const quantised = new Int8Array(vector.length)
  let largest = 0
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!))
  if (largest === 0) return quantised
  for (let i = 0; i < vector.length; i++) {
    // Divide first: 127 / largest overflows when the largest is subnormal.
    const scaled = (vector[i]! / largest) * 127
    quantised[i] = Math.sign(scaled) * Math.floor(Math.abs(scaled) + 0.5)
  }
  return quantised
}
