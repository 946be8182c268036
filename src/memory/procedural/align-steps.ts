/** A pair of places, from 0. */
export interface Pair {
  readonly ours: number
  readonly theirs: number
}

/**
 * The pairs that keep both orders and whose worths sum to the most (longest common subsequence, weighted;
 * Needleman & Wunsch 1970 without a penalty for gaps). A worth of 0 is no pair.
 */
export function align(
  ourCount: number,
  theirCount: number,
  worthOf: (ours: number, theirs: number) => number,
): readonly Pair[] {
  const width = theirCount + 1
  // best[i, j]: the most from our i-th and their j-th on.
  const best = new Float64Array((ourCount + 1) * width)
  const worths = new Float64Array(ourCount * width)
  for (let i = ourCount - 1; i >= 0; i--) {
    for (let j = theirCount - 1; j >= 0; j--) {
      const worth = worthOf(i, j)
      worths[i * width + j] = worth
      const paired = worth > 0 ? worth + best[(i + 1) * width + j + 1] : 0
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j], best[i * width + j + 1])
    }
  }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < ourCount && j < theirCount; ) {
    const worth = worths[i * width + j]
    if (worth > 0 && best[i * width + j] === worth + best[(i + 1) * width + j + 1])
      pairs.push({ ours: i++, theirs: j++ })
    else if (best[i * width + j] === best[(i + 1) * width + j]) i++
    else j++
  }
  return pairs
}
