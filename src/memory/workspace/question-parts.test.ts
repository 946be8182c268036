import { expect, test } from 'vitest'
import { distinctQueries } from './question-parts.js'

test('[GWT6] of queries that are one the first stays, in its place', () => {
  expect(distinctQueries(['Who, me?', 'lamp', '', 'who, ME'])).toEqual(['Who, me?', 'lamp'])
})
