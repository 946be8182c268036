import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Strength } from '../memory.js'
import { dayMs } from '../time.js'
import { initialStrength, retrievability } from './forgetting.js'

const withStability = (stability: number): Strength => ({ ...initialStrength(0.5, 0), stability })

const stabilities = () => fc.double({ min: 0.001, max: 36_500, noNaN: true })
const days = () => fc.double({ min: 0, max: 100_000, noNaN: true })

describe('[ACT1] forgetting', () => {
  test.each([0, 0.5, 1])('[ACT1] initial stability of valence %d is 0.5 + valence days', (valence) => {
    expect(initialStrength(valence, 7)).toEqual({
      stability: 0.5 + valence,
      difficulty: 2.11810397, // D₀(Good) of FSRS-6, as py-fsrs and ts-fsrs give it
      reviewedAt: 7,
      uses: 1,
      recentUses: [7],
      accessedAt: null,
    })
  })

  // fsrs-rs, `test_power_forgetting_curve` with the default parameters of FSRS-6.
  test.each([
    [0, 1, 1],
    [1, 2, 0.9403443],
    [2, 3, 0.9253786],
    [3, 4, 0.9185229],
    [4, 4, 0.9],
    [5, 2, 0.8261359],
  ])('[ACT1] after %d days at stability %d retrievability is %d', (elapsed, stability, expected) => {
    expect(retrievability(withStability(stability), elapsed * dayMs)).toBeCloseTo(expected, 6)
  })

  test('[ACT1] is 0.9 when the elapsed time equals the stability', () => {
    fc.assert(
      fc.property(stabilities(), (stability) => {
        expect(retrievability(withStability(stability), stability * dayMs)).toBeCloseTo(0.9, 6)
      }),
    )
  })

  test('[ACT1] falls as time passes, and more slowly the more important the event', () => {
    fc.assert(
      fc.property(days(), days(), fc.double({ min: 0, max: 1, noNaN: true }), (day, more, valence) => {
        const strength = initialStrength(valence, 0)
        const now = day * dayMs
        expect(retrievability(strength, now + more * dayMs)).toBeLessThanOrEqual(retrievability(strength, now))
        expect(retrievability(initialStrength(1, 0), now)).toBeGreaterThanOrEqual(retrievability(strength, now))
      }),
    )
  })

  test('[ACT1] a moment before the review counts as fresh', () => {
    expect(retrievability(initialStrength(0.5, 5 * dayMs), 0)).toBe(1)
  })
})
