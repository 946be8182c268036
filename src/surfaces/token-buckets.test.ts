import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.js'

test('[COM10] a bucket holds a minute’s worth, refills all the time, and says how long to wait', () => {
  const buckets = createTokenBuckets({ perMinute: 60 })
  buckets.take('a', 60, 0)
  expect(buckets.secondsUntil('a', 1, 0)).toBe(1)
  expect(buckets.secondsUntil('a', 5, 0)).toBe(5)
  expect(buckets.secondsUntil('a', 5, 5_000)).toBe(0)
  expect(buckets.secondsUntil('b', 60, 0)).toBe(0)
})

test('[COM10] a call that costs more than the bucket holds is allowed when it is full', () => {
  const buckets = createTokenBuckets({ perMinute: 10 })
  expect(buckets.secondsUntil('a', 50, 0)).toBe(0)
  buckets.take('a', 50, 0)
  expect(buckets.secondsUntil('a', 50, 0)).toBe(60)
})

test('[COM10] 0 is no limit', () => {
  const buckets = createTokenBuckets({ perMinute: 0 })
  for (let call = 0; call < 1_000; call++) buckets.take('a', 20, 0)
  expect(buckets.secondsUntil('a', 20, 0)).toBe(0)
})

test('[COM10] never lets more than two buckets through in any minute, and whoever waits as told gets in', () => {
  const calls = fc.array(fc.record({ pause: fc.nat(5_000), cost: fc.integer({ min: 1, max: 20 }) }), { maxLength: 80 })
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 100 }), calls, (perMinute, made) => {
      const buckets = createTokenBuckets({ perMinute })
      const taken: { at: number; cost: number }[] = []
      let now = 0
      for (const { pause, cost } of made) {
        now += pause
        const wait = buckets.secondsUntil('a', cost, now)
        if (wait > 0) {
          now += wait * 1_000
          expect(buckets.secondsUntil('a', cost, now)).toBe(0)
        }
        buckets.take('a', cost, now)
        taken.push({ at: now, cost })
      }
      for (const { at: start } of taken) {
        const within = taken.filter(({ at }) => at >= start && at < start + 60_000)
        expect(within.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(2 * perMinute)
      }
    }),
  )
})

test('[COM10] what one server took is taken at the other once it is told, and is told once', () => {
  const shared = () => createTokenBuckets({ perMinute: 60, isShared: true, hashKey: (key) => `#${key}` })
  const [here, there] = [shared(), shared()]
  here.take('a', 40, 0)
  there.take('a', 20, 1_000)
  const told = here.drain()
  expect(told).toEqual([{ key: '#a', at: Array(40).fill(0) }])
  expect(here.drain()).toEqual([])
  there.merge(told, 1_000)
  expect(there.secondsUntil('a', 10, 1_000)).toBe(10)
  expect(there.drain()).toEqual([{ key: '#a', at: Array(20).fill(1_000) }])
})

test('[COM10] a server that is started anew goes on from what was taken', () => {
  const fresh = createTokenBuckets({ perMinute: 60 })
  fresh.merge([{ key: 'a', at: Array(60).fill(0) }], 30_000)
  expect(fresh.secondsUntil('a', 40, 30_000)).toBe(10)
})

test('[COM10] a clock that steps back locks nobody out for longer than a minute', () => {
  const buckets = createTokenBuckets({ perMinute: 60 })
  buckets.take('a', 60, 100 * 60_000)
  expect(buckets.secondsUntil('a', 60, 60_000)).toBe(60)
  buckets.take('a', 0, 60_000)
  expect(buckets.secondsUntil('a', 60, 2 * 60_000)).toBe(0)
})
