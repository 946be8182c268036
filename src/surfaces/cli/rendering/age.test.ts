import { expect, test } from 'vitest'
import { toAge } from './age.js'

const now = Date.UTC(2026, 2, 31, 12)

test.each([
  ['2026-03-31T11:59:40Z', 'just now'],
  ['2026-03-31T11:59:00Z', '1 minute ago'],
  ['2026-03-31T07:00:00Z', '5 hours ago'],
  ['2026-03-28T11:00:00Z', '3 days ago'],
  ['2026-02-01T11:00:00Z', '2026-02-01'],
  ['2026-04-02T13:00:00Z', 'in 2 days'],
])('%s is %s', (time, age) => {
  expect(toAge(time, now)).toBe(age)
})
