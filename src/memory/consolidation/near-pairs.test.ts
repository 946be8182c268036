import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../test/support/random.js'
import { findNearPairs, type NearPair } from './near-pairs.js'

const dimensions = 256

function pairsOf(vectors: readonly (Int8Array | undefined)[]): readonly NearPair[] {
  const finding = findNearPairs(vectors, 0.95)
  for (;;) {
    const { value, done } = finding.next()
    if (done === true) return value
  }
}

/** A bell curve will do: twelve chances, as their mean. */
const bell = (random: Random) => Array.from({ length: 12 }, random.next).reduce((sum, each) => sum + each, -6)
const anyVector = (random: Random) => Int8Array.from({ length: dimensions }, () => Math.round(bell(random) * 30))
/** Of a cosine around 1/√(1 + share²) to the other. */
const nearTo = (vector: Int8Array, share: number, random: Random) =>
  vector.map((value) => Math.max(-127, Math.min(127, Math.round(value + share * 30 * bell(random)))))

function cosine(a: Int8Array, b: Int8Array): number {
  const dot = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, at) => sum + value * y[at], 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

test('[AUD2] near vectors are found among many others', () => {
  const random = createRandom(7)
  const vectors = Array.from({ length: 1_000 }, () => anyVector(random))
  const planted = Array.from({ length: 200 }, (_, at) => nearTo(vectors[at * 5], 0.25, random))
  const isNear = planted.filter((vector, at) => cosine(vector, vectors[at * 5]) >= 0.95).length
  const pairs = pairsOf([...vectors, ...planted])
  expect(isNear).toBeGreaterThan(150)
  // The formula promises 96 of 100.
  expect(pairs.length).toBeGreaterThan(0.9 * isNear)
  for (const { first, second } of pairs) expect(first).toBe((second - 1_000) * 5)
})

test('[AUD2] cosines are exact, and each vector is listed once, nearest first', () => {
  const random = createRandom(11)
  const vectors = Array.from({ length: 50 }, () => anyVector(random)).flatMap((one) => [one, nearTo(one, 0.3, random)])
  const pairs = pairsOf(vectors)
  expect(pairs.length).toBeGreaterThan(10)
  for (const pair of pairs) {
    expect(pair.cosine).toBeCloseTo(cosine(vectors[pair.first], vectors[pair.second]), 10)
    expect(pair.cosine).toBeGreaterThanOrEqual(0.95)
    expect(pair.first).toBeLessThan(pair.second)
  }
  expect(new Set(pairs.map(({ second }) => second)).size).toBe(pairs.length)
  expect(pairs).toEqual([...pairs].sort((a, b) => b.cosine - a.cosine))
})

test('[AUD2] a text without a vector, or with an empty one, is near to nothing', () => {
  const empty = new Int8Array(dimensions)
  expect(pairsOf([undefined, empty, empty, undefined])).toEqual([])
  expect(pairsOf([])).toEqual([])
})
