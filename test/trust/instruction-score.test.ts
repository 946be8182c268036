import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instructionScore, instructionThreshold, readsLikeInstruction } from '#ww/memory/trust/instruction-score.js'
import { harmlessLessons } from './harmless-lessons.js'
import { hostileLessons } from './hostile-lessons.js'

describe('[HOK12] a text that reads like an instruction to an agent', () => {
  test('[HOK12] is recognised: at least 95 % of the hostile ones', () => {
    const missed = hostileLessons.filter((text) => !readsLikeInstruction(text))
    expect(missed.map((text) => [instructionScore(text), text])).toEqual([])
    expect(missed.length / hostileLessons.length).toBeLessThanOrEqual(0.05)
  })

  test('[HOK12] at most 1 % of the harmless ones are taken for one', () => {
    const alarms = harmlessLessons.filter(readsLikeInstruction)
    expect(alarms.map((text) => [instructionScore(text), text])).toEqual([])
    expect(alarms.length / harmlessLessons.length).toBeLessThanOrEqual(0.01)
  })

  test('[HOK12] wherever in a long text it stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(...hostileLessons), (before, hostile) => {
        const page = `${'The port is 5433. '.repeat(before / 18)}${hostile} ${'It is so. '.repeat(50)}`
        expect(instructionScore(page).score).toBeGreaterThanOrEqual(instructionThreshold)
      }),
      { numRuns: 50 },
    )
  })

  test('[HOK12] harmless sentences on one page do not add up to one', () => {
    expect(readsLikeInstruction(harmlessLessons.slice(0, 12).join('\n'))).toBe(false)
  })
})
