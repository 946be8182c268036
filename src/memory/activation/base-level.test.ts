import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseLevelActivation } from './base-level.js'

const hourMs = 3_600_000

/** A history as the store keeps it, from the hours at which it was used; the first is the creation. */
const historyOf = (hours: readonly number[]) => {
  const times = hours.map((hour) => hour * hourMs).sort((a, b) => a - b)
  return { strength: { uses: times.length, recentUses: times.slice(-10) }, createdAt: times[0]! }
}

const hybrid = (hours: readonly number[], now: number) => {
  const { strength, createdAt } = historyOf(hours)
  return baseLevelActivation(strength, createdAt, now * hourMs)
}

const exact = (hours: readonly number[], now: number) =>
  Math.log(hours.reduce((sum, hour) => sum + Math.max(now - hour, 1 / 3600) ** -0.5, 0))

const everyHour = (count: number) => Array.from({ length: count }, (_, hour) => hour)

const histories = () => fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { minLength: 1, maxLength: 60 })
const hours = () => fc.double({ min: 0, max: 10_000, noNaN: true })

describe('[ACT3] base-level activation', () => {
  test.each([
    ['one use an hour ago', [0], 1, 0],
    ['one use four hours ago', [0], 4, -Math.log(2)],
    ['uses one and four hours ago', [0, 3], 4, Math.log(1.5)],
    ['a use this moment, taken as a second old', [0], 0, Math.log(60)],
  ])('[ACT3] is ln Σ t^−½: %s', (_, uses, now, expected) => {
    expect(hybrid(uses, now)).toBeCloseTo(expected, 12)
  })

  test('[ACT3] equals the sum while there are at most ten uses', () => {
    fc.assert(
      fc.property(fc.array(hours(), { minLength: 1, maxLength: 10 }), hours(), (uses, later) => {
        const now = Math.max(...uses) + later
        expect(hybrid(uses, now)).toBeCloseTo(exact(uses, now), 6)
      }),
    )
  })

  // Petrov (2006): even spacing is the assumption of the closed form, so the error there is its least.
  test.each([11, 100, 1000, 10_000])('[ACT3] is within 0.01 of the sum over %d evenly spaced uses', (count) => {
    const uses = everyHour(count)
    expect(Math.abs(hybrid(uses, count) - exact(uses, count))).toBeLessThan(0.01)
  })

  // Anderson & Lebiere (1998): B ≈ ln(n / (1 − d)) − d·ln L, the limit for many uses over the lifetime L.
  test('[ACT3] approaches the closed form of Anderson and Lebiere', () => {
    const count = 10_000
    expect(hybrid(everyHour(count), count)).toBeCloseTo(Math.log(count / 0.5) - 0.5 * Math.log(count), 1)
  })

  test('[ACT3] keeps the peak after a use that the closed form alone would miss', () => {
    const uses = [...everyHour(100), 99.99]
    expect(Math.abs(hybrid(uses, 100) - exact(uses, 100))).toBeLessThan(0.01)
  })

  test('[ACT3] falls as time passes', () => {
    fc.assert(
      fc.property(histories(), hours(), hours(), (uses, later, laterStill) => {
        const now = Math.max(...uses) + later
        expect(hybrid(uses, now + laterStill)).toBeLessThanOrEqual(hybrid(uses, now) + 1e-12)
      }),
    )
  })

  test('[ACT3] rises with use', () => {
    fc.assert(
      fc.property(histories(), hours(), hours(), (uses, usedLater, later) => {
        const use = Math.max(...uses) + usedLater
        const now = use + later
        expect(hybrid([...uses, use], now)).toBeGreaterThan(hybrid(uses, now))
      }),
    )
  })
})
