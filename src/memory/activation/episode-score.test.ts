import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomes } from '../memory.js'
import { dayMs } from '../time.js'
import { scoreAtTime, scoreEpisode } from './episode-score.js'
import { defaultWeights } from './weights.js'

const units = () => fc.double({ min: 0, max: 1, noNaN: true })

describe('[EPI2] episode score', () => {
  test('[EPI2] is 0.4·semantic + 0.25·recency + 0.2·outcome + 0.15·importance', () => {
    const episode = { relevance: 0.9, happenedAt: 0, outcome: 'failure', importance: 0.8 } as const
    const { score, components } = scoreEpisode(episode, 10 * dayMs, defaultWeights.episodic)
    expect(components).toEqual({ semantic: 0.9, recency: Math.exp(-1), outcome: 0.67, importance: 0.8 })
    expect(score).toBeCloseTo(0.4 * 0.9 + 0.25 * Math.exp(-1) + 0.2 * 0.67 + 0.15 * 0.8, 12)
  })

  test('[ACT6] [ACT7] lies between 0 and 1', () => {
    fc.assert(
      fc.property(
        units(),
        units(),
        fc.constantFrom(...outcomes),
        fc.integer(),
        (relevance, importance, outcome, now) => {
          const { score } = scoreEpisode(
            { relevance, importance, outcome, happenedAt: 0 },
            now,
            defaultWeights.episodic,
          )
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1 + 1e-12)
        },
      ),
    )
  })

  test('[EPI5] at a point in time it is 0.7·semantic + 0.3·recency then', () => {
    const score = scoreAtTime({ relevance: 0.5, happenedAt: 0 }, 10 * dayMs, defaultWeights.atTime)
    expect(score).toBeCloseTo(0.7 * 0.5 + 0.3 * Math.exp(-1), 12)
  })
})
