/** Two texts by their places in the list, the earlier first. */
export interface NearPair {
  readonly first: number
  readonly second: number
  readonly cosine: number
}

const bandBits = 16
/** Compared within one bucket: bounds the work where very many are alike, which is found all the same. */
const mostInBucket = 8

/**
 * For each vector the nearest of those before it, if it is near enough. Not every pair is looked at: only those whose
 * signs agree in all dimensions of one band (Charikar 2002). At 16 bands of 16 signs, two vectors of cosine 0.95 meet
 * in one with a chance of 1 − (1 − (1 − acos(0.95)/π)^16)^16 ≈ 0.96.
 */
export function findNearPairs(vectors: readonly (Int8Array | undefined)[], minCosine: number): NearPair[] {
  const lengths = vectors.map((vector) => (vector === undefined ? 0 : Math.sqrt(dot(vector, vector))))
  const best = new Map<number, NearPair>()
  const bands = Math.floor((vectors.find((vector) => vector !== undefined)?.length ?? 0) / bandBits)
  for (let band = 0; band < bands; band++) {
    const buckets = new Map<number, number[]>()
    vectors.forEach((vector, second) => {
      if (vector === undefined || lengths[second] === 0) return
      const key = signsOf(vector, band * bandBits)
      const bucket = buckets.get(key)
      if (bucket === undefined) {
        buckets.set(key, [second])
        return
      }
      for (const first of bucket) {
        // Every key is of a vector that is there.
        const cosine = dot(vectors[first]!, vector) / (lengths[first] * lengths[second])
        if (cosine >= minCosine && cosine > (best.get(second)?.cosine ?? 0)) best.set(second, { first, second, cosine })
      }
      if (bucket.length < mostInBucket) bucket.push(second)
    })
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.second - b.second)
}

function signsOf(vector: Int8Array, from: number): number {
  let signs = 0
  for (let at = 0; at < bandBits; at++) signs = (signs << 1) | (vector[from + at] > 0 ? 1 : 0)
  return signs
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at]
  return sum
}
