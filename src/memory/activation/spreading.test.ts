import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activation, contextSpreading } from './spreading.js'

describe('[ACT4] context spreading', () => {
  test('[ACT4] is Σ (1/n)·w·max(0.1, 1.6 − ln fan)', () => {
    const context = [
      { weight: 0.5, fan: 1 },
      { weight: 1, fan: 3 },
    ]
    expect(contextSpreading(context)).toBeCloseTo(0.5 * 0.5 * 1.6 + 0.5 * (1.6 - Math.log(3)), 12)
  })

  test('[ACT4] a fan of none counts as one, and a huge one still gives 0.1', () => {
    expect(contextSpreading([{ weight: 1, fan: 0 }])).toBe(1.6)
    expect(contextSpreading([{ weight: 1, fan: 1_000_000 }])).toBe(0.1)
  })

  test('[ACT4] no context spreads nothing', () => {
    expect(contextSpreading([])).toBe(0)
  })

  test('[ACT4] an entity that does not touch the memory takes its share of attention', () => {
    const linked = { weight: 0.8, fan: 2 }
    expect(contextSpreading([linked, { weight: 0, fan: 5 }])).toBeCloseTo(contextSpreading([linked]) / 2, 12)
  })

  test('[ACT4] activation lies between 0 and 1 and rises with either part', () => {
    expect(activation(0, 0)).toBe(0.5)
    expect(activation(1, 1)).toBeCloseTo(1 / (1 + Math.exp(-2)), 12)
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30 }), fc.double({ min: 0, max: 1.6 }), (base, spreading) => {
        fc.pre(!Number.isNaN(base) && !Number.isNaN(spreading))
        expect(activation(base, spreading)).toBeGreaterThanOrEqual(activation(base, 0))
        expect(activation(base, spreading)).toBeLessThanOrEqual(1)
        expect(activation(base, spreading)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
