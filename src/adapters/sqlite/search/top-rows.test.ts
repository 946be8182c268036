import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TopRows } from './top-rows.js'

const offers = fc.uniqueArray(fc.record({ row: fc.nat(500), score: fc.oneof(fc.nat(5), fc.double({ noNaN: true })) }), {
  selector: ({ row }) => row,
  maxLength: 120,
})

test('[REC7] are those that sorting would put first, of equals the higher row', () => {
  fc.assert(
    fc.property(offers, fc.nat(40), (offered, limit) => {
      const best = new TopRows(limit)
      for (const { row, score } of offered) best.offer(row, score)
      const sorted = [...offered].sort((a, b) => (a.score === b.score ? b.row - a.row : b.score > a.score ? 1 : -1))
      expect(best.bestFirst()).toEqual(sorted.slice(0, limit).map(({ row }) => row))
    }),
    { numRuns: 500 },
  )
})

test('[REC12] do not depend on the order of the offers', () => {
  fc.assert(
    fc.property(offers, fc.nat(40), (offered, limit) => {
      const [forth, back] = [new TopRows(limit), new TopRows(limit)]
      for (const { row, score } of offered) forth.offer(row, score)
      for (const { row, score } of [...offered].reverse()) back.offer(row, score)
      expect(forth.bestFirst()).toEqual(back.bestFirst())
    }),
  )
})
