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
  const dimensions = vectors.find((vector) => vector !== undefined)?.length ?? 0
  const bands = Math.floor(dimensions / bandBits)
  const lengths = Float64Array.from(vectors, (vector) => (vector === undefined ? 0 : Math.sqrt(dot(vector, vector))))
  const signs = signsOf(vectors, bands)
  const mostApart = mostSignsApart(minCosine, dimensions)
  const best = new Map<number, NearPair>()
  for (let band = 0; band < bands; band++) {
    const buckets = new Map<number, number[]>()
    for (let second = 0; second < vectors.length; second++) {
      if (second % stepSize === 0) yield
      if (lengths[second] === 0) continue
      const key = signs[second * bands + band]
      const bucket = buckets.get(key)
      if (bucket === undefined) {
        buckets.set(key, [second])
        continue
      }
      for (const first of bucket) {
        if (!mayBeNear(signs, first * bands, second * bands, bands, mostApart)) continue
        // What has a length is there.
        const cosine = dot(vectors[first]!, vectors[second]!) / (lengths[first] * lengths[second])
        if (cosine >= minCosine && cosine > (best.get(second)?.cosine ?? 0)) best.set(second, { first, second, cosine })
      }
      if (bucket.length < mostInBucket) bucket.push(second)
    }
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.second - b.second)
}

/** Of every vector one number a band, all in one row: they are read far more often than the vectors. */
function signsOf(vectors: readonly (Int8Array | undefined)[], bands: number): Uint16Array {
  const signs = new Uint16Array(vectors.length * bands)
  for (const [place, vector] of vectors.entries()) {
    for (let at = 0; vector !== undefined && at < bands * bandBits; at++) {
      if (vector[at] > 0) signs[place * bands + Math.floor(at / bandBits)] |= 1 << (at % bandBits)
    }
  }
  return signs
}

/** A sign differs with a chance of acos(cosine)/π; five deviations more are as good as never. */
function mostSignsApart(cosine: number, dimensions: number): number {
  const chance = Math.acos(cosine) / Math.PI
  return dimensions * chance + 5 * Math.sqrt(dimensions * chance * (1 - chance))
}

const onesIn = Uint8Array.from({ length: 2 ** bandBits }, (_, bits) => {
  let ones = 0
  for (let left = bits; left !== 0; left &= left - 1) ones++
  return ones
})

function mayBeNear(signs: Uint16Array, first: number, second: number, bands: number, mostApart: number): boolean {
  let apart = 0
  for (let at = 0; at < bands; at++) apart += onesIn[signs[first + at] ^ signs[second + at]]
  return apart <= mostApart
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at]
  return sum
}
