import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Strength } from '../memory.js'
import { dayMs } from '../time.js'
import { baseLevelActivation } from './base-level.js'
import { initialStrength, retrievability } from './forgetting.js'
import { type Grade, gradeOfRecall, reinforce } from './reinforcement.js'

const fresh = initialStrength(0.5, 0)
const curveOf = ({ stability, difficulty, reviewedAt }: Strength) => ({ stability, difficulty, reviewedAt })

const grades = () => fc.constantFrom<Grade>('access', 'good', 'easy', 'again')
const moments = () => fc.integer({ min: -10 * dayMs, max: 1000 * dayMs })

describe('[ACT2] reinforcement', () => {
  test('[ACT2] an access records its time, is no use, and leaves the forgetting curve alone', () => {
    expect(reinforce(fresh, 'access', 3 * dayMs)).toEqual({ ...fresh, accessedAt: 3 * dayMs })
  })

  test('[ACT2] [ACT3] what recalls merely returned never enters base-level activation', () => {
    let strength = fresh
    for (let hour = 1; hour <= 100; hour++) strength = reinforce(strength, 'access', (hour * dayMs) / 24)
    expect(baseLevelActivation(strength, 0, 5 * dayMs)).toBe(baseLevelActivation(fresh, 0, 5 * dayMs))
  })

  test('[ACT2] a late access does not turn the time of the last one back', () => {
    const accessed = reinforce(fresh, 'access', 5 * dayMs)
    expect(reinforce(accessed, 'access', 2 * dayMs).accessedAt).toBe(5 * dayMs)
  })

  test('[ACT2] Good moves the forgetting curve as FSRS does', () => {
    // py-fsrs, tests of the review sequence: S 2.3065, D 2.11121424, Good after two days.
    const before = { ...fresh, stability: 2.3065, difficulty: 2.111214235785395 }
    const after = reinforce(before, 'good', 2 * dayMs)
    expect(after.stability).toBeCloseTo(10.971048263078135, 6)
    expect(after.difficulty).toBeCloseTo(2.1043313908464483, 6)
    expect(after.reviewedAt).toBe(2 * dayMs)
  })

  test('[ACT2] Easy and Again on the same day move it by the short-term formula', () => {
    // fsrs-optimizer, tests: S 5, D 5 gives D 8.341763 for Again and 3.3144615 for Easy.
    const before = { ...fresh, stability: 5, difficulty: 5 }
    const again = reinforce(before, 'again', dayMs / 2)
    const easy = reinforce(before, 'easy', dayMs / 2)
    expect(again.difficulty).toBeCloseTo(8.341763, 5)
    expect(again.stability).toBeCloseTo(1.596818, 5)
    expect(easy.difficulty).toBeCloseTo(3.3144615, 5)
    expect(easy.stability).toBeCloseTo(8.1296096, 5)
  })

  test('[ACT2] Good counts once a day: a thousand repeats move the curve as one does', () => {
    const once = reinforce(fresh, 'good', dayMs)
    let often = fresh
    for (let i = 0; i < 1000; i++) often = reinforce(often, 'good', dayMs + i * 80_000)
    expect(curveOf(often)).toEqual(curveOf(once))
    expect(often.uses).toBe(2)
  })

  test('[ACT2] Good within a day of the last review is an access', () => {
    expect(reinforce(fresh, 'good', dayMs - 1)).toEqual(reinforce(fresh, 'access', dayMs - 1))
    expect(curveOf(reinforce(fresh, 'good', dayMs))).not.toEqual(curveOf(fresh))
  })

  test('[ACT2] a late use neither turns the review back nor loses its place among the uses', () => {
    const reviewed = reinforce(fresh, 'easy', 5 * dayMs)
    const late = reinforce(reviewed, 'again', 2 * dayMs)
    expect(late.reviewedAt).toBe(5 * dayMs)
    expect(late.recentUses).toEqual([0, 2 * dayMs, 5 * dayMs])
    expect(late.stability).toBeLessThan(reviewed.stability)
  })

  test('[ACT2] [ACT3] counts every use and keeps the newest ten, newest last', () => {
    const counted = fc.constantFrom<Grade>('easy', 'again')
    fc.assert(
      fc.property(fc.array(fc.tuple(counted, moments()), { maxLength: 30 }), (uses) => {
        const strength = uses.reduce((before, [grade, at]) => reinforce(before, grade, at), fresh)
        const all = [0, ...uses.map(([, at]) => at)].sort((a, b) => a - b)
        expect(strength.uses).toBe(all.length)
        expect(strength.recentUses).toEqual(all.slice(-10))
      }),
    )
  })

  test('[ACT2] whatever happens, the curve stays one that FSRS accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(grades(), moments()), { maxLength: 60 }), (uses) => {
        const strength = uses.reduce((before, [grade, at]) => reinforce(before, grade, at), fresh)
        expect(strength.stability).toBeGreaterThanOrEqual(0.001)
        expect(strength.difficulty).toBeGreaterThanOrEqual(1)
        expect(strength.difficulty).toBeLessThanOrEqual(10)
        expect(retrievability(strength, strength.reviewedAt)).toBe(1)
      }),
    )
  })

  test('[ACT2] Easy never weakens and Again never strengthens', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 36_000, noNaN: true }), moments(), (stability, at) => {
        const before = { ...fresh, stability }
        expect(reinforce(before, 'easy', at).stability).toBeGreaterThanOrEqual(roundedDown(stability))
        expect(reinforce(before, 'again', at).stability).toBeLessThanOrEqual(stability + 1e-8)
      }),
    )
  })
})

/** ts-fsrs rounds to eight decimals. */
const roundedDown = (value: number) => value - 1e-8

describe('[ACT2] what a recall counts as', () => {
  test.each([
    [0, 0.5, false, 'good'],
    [2, 0.9, false, 'good'],
    [3, 0.9, false, 'access'],
    [0, 0.4999, false, 'access'],
    [0, 0.9, true, 'access'],
  ] as const)('[ACT2] place %d, relevance %d, nothing relevant %s: %s', (rank, relevance, nothingRelevant, grade) => {
    expect(gradeOfRecall({ rank, relevance, nothingRelevant })).toBe(grade)
  })
})
