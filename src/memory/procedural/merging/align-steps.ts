/** A pair of indexes, from 0. */
export interface Pair {
  readonly ours: number
  readonly theirs: number
}

/**
 * The order-preserving pairs with the largest sum of weights (weighted longest common subsequence; Needleman & Wunsch
 * 1970 without a gap penalty). A weight of 0 is no pair.
 */
export function align(
  ourCount: number,
  theirCount: number,
  weightOf: (ours: number, theirs: number) => number,
): readonly Pair[] {
  const width = theirCount + 1
  // best[i, j]: the largest sum from our i-th and their j-th on.
  const best = new Float64Array((ourCount + 1) * width)
  const weights = new Float64Array(ourCount * width)
  for (let i = ourCount - 1; i >= 0; i--) {
    for (let j = theirCount - 1; j >= 0; j--) {
      const weight = weightOf(i, j)
      weights[i * width + j] = weight
      const paired = weight > 0 ? weight + best[(i + 1) * width + j + 1] : 0
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j], best[i * width + j + 1])
    }
  }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < ourCount && j < theirCount; ) {
    const weight = weights[i * width + j]
    if (weight > 0 && best[i * width + j] === weight + best[(i + 1) * width + j + 1])
      pairs.push({ ours: i++, theirs: j++ })
    else if (best[i * width + j] === best[(i + 1) * width + j]) i++
    else j++
  }
  return pairs
}
