/** Two texts by their places in the list, the earlier first. */
export interface NearPair {
  readonly first: number
  readonly second: number
  readonly cosine: number
}

const bandBits = 16
/** Compared within one bucket: bounds the work where very many are alike, which is found all the same. */
const mostInBucket = 8
/** Looked at before whoever waits is let in. */
const stepSize = 2_000

/**
 * For each vector the nearest of those before it, if it is near enough. Not every pair is looked at: only those whose
 * signs agree in all dimensions of one band (Charikar 2002). At 16 bands of 16 signs, two vectors of cosine 0.95 meet
 * in one with a chance of 1 − (1 − (1 − acos(0.95)/π)^16)^16 ≈ 0.96. Yields now and then: with many it takes seconds.
 */
export function* findNearPairs(
  vectors: readonly (Int8Array | undefined)[],
  minCosine: number,
): Generator<void, readonly NearPair[]> {
  const lengths = vectors.map((vector) => (vector === undefined ? 0 : Math.sqrt(dot(vector, vector))))
  const best = new Map<number, NearPair>()
  const dimensions = vectors.find((vector) => vector !== undefined)?.length ?? 0
  const bands = Math.floor(dimensions / bandBits)
  const signs = vectors.map((vector) => (vector === undefined ? undefined : signsOf(vector, bands)))
  const mostDifferent = mostSignsApart(minCosine, dimensions)
  for (let band = 0; band < bands; band++) {
    const buckets = new Map<number, number[]>()
    for (const [second, own] of signs.entries()) {
      if (second % stepSize === 0) yield
      if (own === undefined || lengths[second] === 0) continue
      const bucket = buckets.get(own[band])
      if (bucket === undefined) {
        buckets.set(own[band], [second])
        continue
      }
      for (const first of bucket) {
        // What is in a bucket has a vector, and so has its signs.
        if (signsApart(signs[first]!, own, mostDifferent) > mostDifferent) continue
        const cosine = dot(vectors[first]!, vectors[second]!) / (lengths[first] * lengths[second])
        if (cosine >= minCosine && cosine > (best.get(second)?.cosine ?? 0)) best.set(second, { first, second, cosine })
      }
      if (bucket.length < mostInBucket) bucket.push(second)
    }
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.second - b.second)
}

/** One number a band. */
function signsOf(vector: Int8Array, bands: number): Uint16Array {
  return Uint16Array.from({ length: bands }, (_, band) => {
    let signs = 0
    for (let at = 0; at < bandBits; at++) signs = (signs << 1) | (vector[band * bandBits + at] > 0 ? 1 : 0)
    return signs
  })
}

/** A sign differs with a chance of acos(cosine)/π; five deviations more are as good as never. */
function mostSignsApart(cosine: number, dimensions: number): number {
  const chance = Math.acos(cosine) / Math.PI
  return dimensions * chance + 5 * Math.sqrt(dimensions * chance * (1 - chance))
}

function signsApart(a: Uint16Array, b: Uint16Array, most: number): number {
  let apart = 0
  for (let at = 0; at < a.length && apart <= most; at++) {
    for (let different = a[at] ^ b[at]; different !== 0; different &= different - 1) apart++
  }
  return apart
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at]
  return sum
}
