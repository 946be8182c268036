import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.js'

test('so many are inside at a time, in the order they came, whatever becomes of them', async () => {
  const enter = createTurnstile(2)
  let [inside, most] = [0, 0]
  const order: number[] = []
  const works = Array.from({ length: 9 }, (_, at) =>
    enter(async () => {
      order.push(at)
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
      if (at % 3 === 0) throw new Error('no')
      return at
    }),
  )
  const results = await Promise.allSettled(works)
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 9 }, (_, at) => (at % 3 === 0 ? 'rejected' : 'fulfilled')),
  )
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(most).toBe(2)
})
