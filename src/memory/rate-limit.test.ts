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
