import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantise } from './quantise.js'

const vectors = () => fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { maxLength: 40 })

describe('quantise', () => {
  test('scales the largest magnitude to 127', () => {
    expect(quantise([0.5, -0.25, 0])).toEqual(Int8Array.of(127, -64, 0))
    expect(quantise(Float32Array.of(-2, 1))).toEqual(Int8Array.of(-127, 64))
  })

  test('rounds half away from zero on both sides', () => {
    expect(quantise([127, 2.5, -2.5, 0.5, -0.5])).toEqual(Int8Array.of(127, 3, -3, 1, -1))
  })

  test('leaves the zero vector zero', () => {
    expect(quantise([0, -0, 0])).toEqual(new Int8Array(3))
    expect(quantise([])).toEqual(new Int8Array(0))
  })

  test('never leaves ±127, and a vector that is not zero reaches it', () => {
    fc.assert(
      fc.property(vectors(), (vector) => {
        const peak = quantise(vector).reduce((most, v) => Math.max(most, Math.abs(v)), 0)
        expect(peak).toBe(vector.some((v) => v !== 0) ? 127 : 0)
      }),
    )
  })

  test('the opposite vector quantises to the opposite', () => {
    fc.assert(
      fc.property(vectors(), (vector) => {
        expect(quantise(vector.map((v) => -v))).toEqual(quantise(vector).map((v) => -v))
      }),
    )
  })
})
