import { expect, test } from 'vitest'
import { curvesOf, logitOf, type Reading } from './relevance.js'

const note: Reading = { isNote: true, wordings: 1, namesAny: false, piecedShare: 0 }
const readings: readonly Reading[] = [
  note,
  { ...note, wordings: 3 },
  { ...note, namesAny: true, piecedShare: 1 },
  { ...note, isNote: false },
]
const logit = (reading: Reading, score: number) => logitOf(score, curvesOf(reading)(score))
const scores = Array.from({ length: 400 }, (_, place) => place / 200 - 0.2)

test('[REC13] relevance grows with the score, without a jump at the knee', () => {
  for (const reading of readings) {
    scores.slice(1).forEach((score, place) => {
      const step = logit(reading, score) - logit(reading, scores[place]!)
      expect(step).toBeGreaterThan(0)
      expect(step).toBeLessThan(0.1)
    })
  }
})

test('[REC19] the same score is less for a question that names somebody or that the model hardly knows, and in several wordings', () => {
  expect(logit({ ...note, namesAny: true }, 0.7)).toBeLessThan(logit(note, 0.7))
  expect(logit({ ...note, piecedShare: 1 }, 0.7)).toBeLessThan(logit(note, 0.7))
  expect(logit({ ...note, wordings: 3 }, 0.7)).toBeLessThan(logit(note, 0.7))
})
