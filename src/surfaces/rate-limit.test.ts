import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.js'

const minute = 60_000
const rateLimit = (limit: number) => createRateLimit({ limit, windowMs: minute })

describe('[COM10] rate limit', () => {
  test('[COM10] counts down, and says when the oldest call leaves the window', () => {
    const limit = rateLimit(2)
    expect(limit.take('a', 1000)).toEqual({ allowed: true, remaining: 1, resetAt: 61_000 })
    expect(limit.take('a', 2000)).toEqual({ allowed: true, remaining: 0, resetAt: 61_000 })
  })

  test('[COM10] retry_after is 60 − age of the oldest, to one decimal', () => {
    const limit = rateLimit(1)
    limit.take('a', 0)
    expect(limit.take('a', 12_300)).toEqual({ allowed: false, retryAfter: 47.7 })
    expect(limit.take('a', 59_999)).toEqual({ allowed: false, retryAfter: 0.1 })
  })

  test('[COM10] refused calls are not counted', () => {
    const limit = rateLimit(1)
    limit.take('a', 0)
    for (let now = 1; now < 1000; now++) limit.take('a', now)
    expect(limit.take('a', minute)).toMatchObject({ allowed: true })
  })

  test('[COM10] the window slides', () => {
    const limit = rateLimit(2)
    limit.take('a', 0)
    limit.take('a', 30_000)
    expect(limit.take('a', minute)).toEqual({ allowed: true, remaining: 0, resetAt: 90_000 })
    expect(limit.take('a', minute)).toEqual({ allowed: false, retryAfter: 30 })
  })

  test('[COM10] keys do not share', () => {
    const limit = rateLimit(1)
    limit.take('a', 0)
    expect(limit.take('b', 0)).toMatchObject({ allowed: true })
  })

  test('[COM10] 0 is off', () => {
    const limit = rateLimit(0)
    for (let i = 0; i < 1000; i++) expect(limit.take('a', 5)).toMatchObject({ allowed: true, remaining: Infinity })
  })

  test('[COM10] a clock that steps back locks nobody out for longer than a window', () => {
    const limit = rateLimit(1)
    limit.take('a', 100 * minute)
    expect(limit.take('a', minute)).toEqual({ allowed: false, retryAfter: 60 })
    expect(limit.take('a', 2 * minute)).toMatchObject({ allowed: true })
  })

  test('[COM10] whoever waits as told gets in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(20_000), { maxLength: 50 }), (most, pauses) => {
        const limit = rateLimit(most)
        let now = 0
        for (const pause of pauses) {
          now += pause
          const decision = limit.take('a', now)
          if (decision.allowed) continue
          now += decision.retryAfter * 1000
          expect(limit.take('a', now).allowed).toBe(true)
        }
      }),
    )
  })

  test('[COM10] never lets more than the limit through in any window', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(20_000), { maxLength: 80 }), (most, pauses) => {
        const limit = rateLimit(most)
        let now = 0
        const allowed: number[] = []
        for (const pause of pauses) {
          now += pause
          if (limit.take('a', now).allowed) allowed.push(now)
        }
        for (const start of allowed) {
          expect(allowed.filter((at) => at >= start && at < start + minute).length).toBeLessThanOrEqual(most)
        }
      }),
    )
  })
})

describe('[COM10] totals of several servers', () => {
  const shared = (limit: number) => createRateLimit({ limit, windowMs: minute, isShared: true })

  test('[COM10] what one counted counts at the other once it is told, and is told once', () => {
    const [here, there] = [shared(3), shared(3)]
    here.take('a', 0)
    here.take('a', 500)
    there.merge(here.drain(), 1000)
    expect(here.drain()).toEqual([])
    expect(there.take('a', 1000)).toEqual({ allowed: true, remaining: 0, resetAt: minute })
    expect(there.take('a', 1000)).toEqual({ allowed: false, retryAfter: 59 })
    expect(there.take('b', 1000)).toMatchObject({ allowed: true })
  })

  test('[COM10] what was heard from others is not told on', () => {
    const [here, there] = [shared(3), shared(3)]
    here.take('a', 0)
    there.merge(here.drain(), 1000)
    expect(there.drain()).toEqual([])
    there.take('a', 1000)
    expect(there.drain()).toEqual([{ key: 'a', at: [1000] }])
  })

  test('[COM10] after an overshoot whoever waits as told gets in, and not before', () => {
    const [here, there] = [shared(2), shared(2)]
    for (const at of [0, 10_000]) {
      here.take('a', at)
      there.take('a', at + 1000)
    }
    there.merge(here.drain(), 12_000)
    // Four in the window: three must have left.
    expect(there.take('a', 12_000)).toEqual({ allowed: false, retryAfter: 58 })
    expect(there.take('a', 69_999)).toMatchObject({ allowed: false })
    expect(there.take('a', 70_000)).toMatchObject({ allowed: true })
  })

  test('[COM10] what is told too late is of no account, and a clock ahead locks nobody out', () => {
    const limit = shared(1)
    limit.merge([{ key: 'a', at: [0] }], minute)
    expect(limit.take('a', minute)).toMatchObject({ allowed: true })
    limit.merge([{ key: 'b', at: [9 * minute] }], minute)
    expect(limit.take('b', 2 * minute)).toMatchObject({ allowed: true })
  })

  test('[COM10] keys are held and told in disguise', () => {
    const limit = createRateLimit({ limit: 1, windowMs: minute, isShared: true, hashKey: (key) => `#${key.length}` })
    limit.take('anna', 0)
    expect(limit.drain()).toEqual([{ key: '#4', at: [0] }])
    expect(limit.take('beth', 0)).toMatchObject({ allowed: false })
  })

  test('[COM10] servers that tell each other everything before each call are as one', () => {
    const calls = fc.array(fc.record({ pause: fc.nat(20_000), server: fc.nat(2) }), { maxLength: 80 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), calls, (most, made) => {
        const one = rateLimit(most)
        const servers = [shared(most), shared(most), shared(most)]
        let now = 0
        for (const { pause, server } of made) {
          now += pause
          expect(servers[server]!.take('a', now)).toEqual(one.take('a', now))
          const told = servers[server]!.drain()
          for (const other of servers) if (other !== servers[server]) other.merge(told, now)
        }
      }),
    )
  })
})
