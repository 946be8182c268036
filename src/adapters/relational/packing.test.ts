import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTerms, packTerms, toBytes, unpackCounts, unpackTerms, wantTerms } from './packing.js'

const terms = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 100_000 })), {
  selector: ([id]) => id,
  maxLength: 60,
})

/** How often each of `wanted` occurs, read from between the bytes of others. */
function counted(pack: Uint8Array, wanted: readonly number[], before = 0): number[] {
  const bytes = new Uint8Array(before + pack.length + 3).fill(0x81)
  bytes.set(pack, before)
  const counts = new Uint16Array(wanted.length + 2).fill(7)
  const terms = wantTerms(wanted.map((id, slot) => ({ id, slot })))
  counts.fill(0, 1, 1 + wanted.length)
  countTerms(bytes, before, before + pack.length, terms, counts, 1)
  expect([counts[0], counts.at(-1)]).toEqual([7, 7])
  return Array.from(counts.subarray(1, -1))
}

test('[REC2] every term comes back with its count, and no other', () => {
  fc.assert(
    fc.property(terms, fc.nat(20), fc.array(fc.integer({ min: 1, max: 2 ** 31 - 1 })), (given, before, others) => {
      const known = new Map(given)
      const wanted = [...new Set([...known.keys(), ...others])]
      const expected = wanted.map((id) => Math.min(known.get(id) ?? 0, 65_535))
      expect(counted(packTerms(given), wanted, before)).toEqual(expected)
    }),
  )
})

test('[REC2] ids on both sides of a byte’s end', () => {
  const ids = [1, 127, 128, 129, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455, 268_435_456, 2 ** 31 - 1]
  const given = ids.map((id, index) => [id, [1, 127, 128, 16_383, 16_384][index % 5]!] as const)
  expect(counted(packTerms([...given].reverse()), ids)).toEqual(given.map(([, count]) => count))
})

test('[OPS4] the ids alone come back too', () => {
  fc.assert(
    fc.property(terms, (given) => {
      expect(unpackTerms(packTerms(given))).toEqual(given.map(([id]) => id).sort((a, b) => a - b))
    }),
  )
})

test('the order of the terms does not matter', () => {
  fc.assert(
    fc.property(terms, (given) => {
      expect(packTerms([...given].reverse())).toEqual(packTerms(given))
    }),
  )
})

test('[REC2] counts that no text can have do not spoil the terms beside them', () => {
  const ids = [1, 2 ** 31 - 2, 2 ** 31 - 1]
  for (const count of [2 ** 21 - 1, 2 ** 21, 2 ** 31 - 1]) {
    const pack = packTerms(ids.map((id) => [id, count]))
    expect(unpackCounts(pack)).toEqual(ids.map((id) => [id, 2 ** 21 - 1]))
  }
})

test('no terms take no bytes', () => {
  expect(packTerms([])).toEqual(new Uint8Array(0))
})

test('frequent terms of a young store take two bytes each', () => {
  expect(packTerms(Array.from({ length: 50 }, (_, id) => [id + 1, 1] as const)).length).toBe(100)
})

test('tokens are seen as bytes, wherever in a buffer they lie', () => {
  const tokens = new Uint16Array([1, 2, 0xffff, 4]).subarray(1, 3)
  const bytes = toBytes(tokens)
  expect(bytes.length).toBe(4)
  expect(new Uint16Array(bytes.slice().buffer)).toEqual(Uint16Array.of(2, 0xffff))
})
