import { expect, test } from 'vitest'
import { outcomes } from '../memory.js'
import { outcomeOf } from './outcome.js'

test.each(outcomes)('an episode that says %s has that outcome', (outcome) => {
  expect(outcomeOf({ outcome })).toBe(outcome)
})

test('an episode without an outcome is neutral', () => {
  expect([outcomeOf({}), outcomeOf({ outcome: null }), outcomeOf({ outcome: 'splendid' })]).toEqual(
    Array(3).fill('neutral'),
  )
})
