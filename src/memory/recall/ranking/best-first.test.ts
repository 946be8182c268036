import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestFirst } from './best-first.js'

const values = fc.array(
  fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.constant(-0)),
  {
    maxLength: 60,
  },
)

test('[REC6] the places are in the order that sorting would give them, ties by id', () => {
  fc.assert(
    fc.property(values, fc.infiniteStream(fc.nat(9)), (given, digits) => {
      const ids = given.map((_, place) => `${digits.next().value}-${place}`)
      const sorted = given
        .map((_, place) => place)
        .sort((a, b) => (given[a] === given[b] ? (ids[a]! < ids[b]! ? -1 : 1) : given[a]! < given[b]! ? 1 : -1))
      expect([...bestFirst(Float64Array.from(given), (place) => ids[place]!)]).toEqual(sorted)
    }),
    { numRuns: 500 },
  )
})
