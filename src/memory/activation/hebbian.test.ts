import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs } from '../time.js'
import { isPruned, strengthen, weightAt } from './hebbian.js'

const edge = (weight: number, coactivatedAt: number | null = null) => ({ weight, validFrom: 0, coactivatedAt })
const units = () => fc.double({ min: 0, max: 1, noNaN: true })

describe('[ACT5] Hebbian edges', () => {
  test('[ACT5] strengthening adds a tenth of what is missing', () => {
    expect(strengthen(0.5)).toBeCloseTo(0.55, 12)
    expect(strengthen(0)).toBe(0.1)
  })

  test('[ACT5] strengthening never weakens and never goes above 1', () => {
    fc.assert(
      fc.property(units(), (weight) => {
        expect(strengthen(weight)).toBeGreaterThanOrEqual(weight)
        expect(strengthen(weight)).toBeLessThanOrEqual(1)
      }),
    )
    expect(strengthen(1)).toBe(1)
  })

  test('[ACT5] loses nothing for 30 days, then 1 % a day', () => {
    expect(weightAt(edge(0.5), 30 * dayMs)).toBe(0.5)
    expect(weightAt(edge(0.5), 31 * dayMs)).toBeCloseTo(0.5 * 0.99, 12)
    expect(weightAt(edge(0.5), 40 * dayMs)).toBeCloseTo(0.5 * 0.99 ** 10, 12)
  })

  test('[ACT5] the thirty days start at the last use', () => {
    expect(weightAt(edge(0.5, 20 * dayMs), 50 * dayMs)).toBe(0.5)
  })

  test('[ACT5] only ever fades as time passes', () => {
    fc.assert(
      fc.property(units(), fc.nat(1000), fc.nat(1000), (weight, day, more) => {
        expect(weightAt(edge(weight), (day + more) * dayMs)).toBeLessThanOrEqual(weightAt(edge(weight), day * dayMs))
      }),
    )
  })

  test('[ACT5] is pruned under 0.01', () => {
    expect(isPruned(edge(0.01), 30 * dayMs)).toBe(false)
    expect(isPruned(edge(0.01), 31 * dayMs)).toBe(true)
  })

  test('[ACT5] a low weight that it was made with is no reason to prune it before it has decayed', () => {
    for (const weight of [0, 0.005, 0.0099]) {
      expect([0, 29, 30].map((day) => isPruned(edge(weight), day * dayMs))).toEqual([false, false, false])
      expect(isPruned(edge(weight), 31 * dayMs)).toBe(true)
    }
  })
})
