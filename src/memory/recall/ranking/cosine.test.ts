import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cosine } from './cosine.js'

const vectors = (length = 24) => fc.int8Array({ minLength: length, maxLength: length })

describe('[REC3] cosine of int8 vectors', () => {
  test('is the dot product over the norms', () => {
    expect(cosine(Int8Array.of(3, 4), Int8Array.of(4, 3))).toBe(Math.fround(24 / 25))
    expect(cosine(Int8Array.of(1, 0), Int8Array.of(0, 1))).toBe(0)
  })

  test('is 0 if either is zero', () => {
    expect(cosine(new Int8Array(2), Int8Array.of(1, 2))).toBe(0)
    expect(cosine(new Int8Array(2), new Int8Array(2))).toBe(0)
  })

  test('is exactly 1 with itself and exactly −1 with its opposite', () => {
    fc.assert(
      fc.property(fc.int8Array({ min: -127, minLength: 1, maxLength: 300 }), (v) => {
        fc.pre(v.some((x) => x !== 0))
        expect(cosine(v, v)).toBe(1)
        expect(
          cosine(
            v,
            v.map((x) => -x),
          ),
        ).toBe(-1)
      }),
    )
  })

  test('[REC12] is symmetric to the bit and stays in [−1, 1]', () => {
    fc.assert(
      fc.property(vectors(), vectors(), (a, b) => {
        expect(cosine(a, b)).toBe(cosine(b, a))
        expect(Math.abs(cosine(a, b))).toBeLessThanOrEqual(1)
      }),
    )
  })
})
