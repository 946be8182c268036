import { describe, expect, test } from 'vitest'
import { defaultWeights } from '../activation/weights.js'
import { scoreSkill } from './skill-score.js'

const score = (success_rate: number, execution_count: number, relevance: number) =>
  scoreSkill({ success_rate, execution_count }, relevance, defaultWeights.procedural).score

describe('[PRO3] 0.6·similarity + 0.3·success_rate + 0.1·min(executions/10, 1)', () => {
  test.each([
    [1, 10, 1, 1],
    [0.92, 12, 0.8, 0.6 * 0.8 + 0.3 * 0.92 + 0.1],
    [0.5, 4, 0.3, 0.6 * 0.3 + 0.3 * 0.5 + 0.1 * 0.4],
    [0, 1_000, 0, 0.1],
  ])('[PRO3] rate %d, %d executions, similarity %d: %d', (rate, executions, relevance, expected) => {
    expect(score(rate, executions, relevance)).toBeCloseTo(expected, 12)
  })

  test('[PRO3] without executions the rate counts 0.5', () => {
    expect(score(0, 0, 0.4)).toBeCloseTo(0.6 * 0.4 + 0.15, 12)
    expect(score(1, 0, 0.4)).toBeCloseTo(0.6 * 0.4 + 0.15, 12)
  })

  test('[ACT7] by the configured weights', () => {
    const weights = { similarity: 0, successRate: 1, experience: 0 }
    expect(scoreSkill({ success_rate: 0.7, execution_count: 3 }, 0.9, weights)).toEqual({
      score: 0.7,
      components: { similarity: 0.9, success_rate: 0.7, experience: 0.3 },
    })
  })
})
