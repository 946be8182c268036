import { describe, expect, test } from 'vitest'
import { dayMs } from '../time.js'
import { outcomeWeights, recency } from './recency.js'

describe('[ACT6] recency and outcome', () => {
  test.each([
    [0, 1],
    [1, Math.exp(-0.1)],
    [10, Math.exp(-1)],
  ])('[ACT6] recency after %d days is e^(−0.1·days)', (days, expected) => {
    expect(recency(0, days * dayMs)).toBeCloseTo(expected, 12)
  })

  test('[ACT6] a future time counts as now', () => {
    expect(recency(5 * dayMs, 0)).toBe(1)
  })

  test('[ACT6] weighs the outcomes', () => {
    expect(outcomeWeights).toEqual({ success: 1, partial: 0.83, neutral: 0.83, failure: 0.67 })
  })
})
