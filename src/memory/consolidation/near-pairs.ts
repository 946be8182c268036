import { once } from '../../once.js'
import { dotProduct } from '../recall/ranking/cosine.js'
import type { Slices } from '../slices.js'

/** Two vectors by their indexes, the smaller first. */
export interface NearPair {
  readonly first: number
  readonly second: number
  readonly cosine: number
}

const bandBits = 16
/** Bounds the comparisons in one bucket; large groups of similar vectors are still found. */
const maxPerBucket = 8
/** Vectors between two yields. */
const vectorsPerYield = 2_000

/**
 * Finds for each vector the nearest earlier one, if it is near enough. Compares only pairs whose signs agree in all
 * dimensions of one band (Charikar 2002). With 16 bands of 16 signs, two vectors of cosine 0.95 share a band with
 * probability 1 − (1 − (1 − acos(0.95)/π)^16)^16 ≈ 0.96. Yields regularly, since many vectors take seconds.
 */
export function* findNearPairs(
  vectors: readonly (Int8Array | undefined)[],
  minCosine: number,
): Slices<readonly NearPair[]> {
  const dimensions = vectors.find((vector) => vector !== undefined)?.length ?? 0
  const bands = Math.floor(dimensions / bandBits)
  const lengths = Float64Array.from(vectors, (vector) =>
    vector === undefined ? 0 : Math.sqrt(dotProduct(vector, vector)),
  )
  const signs = signsOf(vectors, bands)
  const maxApart = maxSignsApart(minCosine, dimensions)
  const best = new Map<number, NearPair>()
  for (let band = 0; band < bands; band++) {
    const buckets = new Map<number, number[]>()
    for (let second = 0; second < vectors.length; second++) {
      if (second % vectorsPerYield === 0) yield
      if (lengths[second] === 0) continue
      const key = signs[second * bands + band]
      const bucket = buckets.get(key)
      if (bucket === undefined) {
        buckets.set(key, [second])
        continue
      }
      for (const first of bucket) {
        if (!mayBeNear(signs, first * bands, second * bands, bands, maxApart)) continue
        // A vector with a length is defined.
        const cosine = dotProduct(vectors[first]!, vectors[second]!) / (lengths[first] * lengths[second])
        if (cosine >= minCosine && cosine > (best.get(second)?.cosine ?? 0)) best.set(second, { first, second, cosine })
      }
      if (bucket.length < maxPerBucket) bucket.push(second)
    }
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.second - b.second)
}

/** The signs of each vector, one number per band, in one array: they are read far more often than the vectors. */
function signsOf(vectors: readonly (Int8Array | undefined)[], bands: number): Uint16Array {
  const signs = new Uint16Array(vectors.length * bands)
  for (const [index, vector] of vectors.entries()) {
    for (let at = 0; vector !== undefined && at < bands * bandBits; at++) {
      if (vector[at] > 0) signs[index * bands + Math.floor(at / bandBits)] |= 1 << (at % bandBits)
    }
  }
  return signs
}

/** A sign differs with probability acos(cosine)/π; five standard deviations above the mean are practically excluded. */
function maxSignsApart(cosine: number, dimensions: number): number {
  const chance = Math.acos(cosine) / Math.PI
  return dimensions * chance + 5 * Math.sqrt(dimensions * chance * (1 - chance))
}

/** The ones of each number of a band, from those of its half. */
const onesInBands = once(() => {
  const ones = new Uint8Array(2 ** bandBits)
  for (let bits = 1; bits < ones.length; bits++) ones[bits] = ones[bits >> 1] + (bits & 1)
  return ones
})

function mayBeNear(signs: Uint16Array, first: number, second: number, bands: number, maxApart: number): boolean {
  const onesIn = onesInBands()
  let apart = 0
  for (let at = 0; at < bands; at++) apart += onesIn[signs[first + at] ^ signs[second + at]]
  return apart <= maxApart
}
