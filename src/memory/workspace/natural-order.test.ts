import fc from 'fast-check'
import { expect, test } from 'vitest'
import { naturalOrder } from './natural-order.js'

test('[GWT8] numbers in names count as numbers', () => {
  expect(['r10', 'r2', 'r1b', 'r1a', 'r', 's1', 'r02', '9', '10'].sort(naturalOrder)).toEqual([
    '9',
    '10',
    'r',
    'r1a',
    'r1b',
    'r02',
    'r2',
    'r10',
    's1',
  ])
})

test('[GWT8] it is a total order', () => {
  const name = fc.stringMatching(/^[a-b0-2]{0,5}$/)
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(naturalOrder(a, b)) + Math.sign(naturalOrder(b, a))).toBe(0)
      expect(naturalOrder(a, b) === 0).toBe(a === b)
      if (naturalOrder(a, b) < 0 && naturalOrder(b, c) < 0) expect(naturalOrder(a, c)).toBeLessThan(0)
    }),
    { numRuns: 2000 },
  )
})
